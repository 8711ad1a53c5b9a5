import { describe, expect, it } from 'vitest';
import { type Answer, value } from '#ports/answer';
import type { Addon, Eks, Update, UpdateAddonRequest } from '#ports/eks';
import { chooseAddons } from '#steps/addons/choose-addons';
import { updateAddon } from '#steps/addons/update-addon';
import { watchAddonUpdate } from '#steps/addons/watch-addon-update';
import { anUpdate } from '../../builders/a-cluster.ts';
import { RUN } from '../../builders/a-hop.ts';
import { anAddon, offered } from '../../builders/an-addon.ts';
import { answers, aSlice, fakePorts, gone, refused } from '../../builders/fake-ports.ts';

const request: UpdateAddonRequest = {
  clusterName: 'ekstest',
  addonName: 'coredns',
  addonVersion: 'v1.8.4-eksbuild.1',
  resolveConflicts: 'OVERWRITE',
};
const running = (version = request.addonVersion) =>
  anUpdate({ id: 'a-1', type: 'AddonUpdate', params: [{ type: 'AddonVersion', value: version }] });
const updated = anAddon({ addonVersion: request.addonVersion });
const rule = (name: string) => ({ name, version: 'default', resolveConflicts: 'OVERWRITE' }) as const;

describe('choosing the add-ons', () => {
  const installed: Record<string, Addon> = {
    coredns: anAddon(),
    'kube-proxy': anAddon({ addonName: 'kube-proxy', addonVersion: 'v1.22.0-eksbuild.1' }),
  };
  const eks: Partial<Eks> = {
    describeAddon: async ({ addonName }) => (installed[addonName] ? value(installed[addonName]) : gone('add-on')),
    describeAddonVersions: async ({ addonName }) =>
      value(offered(addonName, addonName === 'coredns' ? 'v1.8.4-eksbuild.1' : 'v1.21.2-eksbuild.2')),
  };

  it('gives the requests in the order of the runbook, and names what stays as it is', async () => {
    const ports = fakePorts({ eks });
    const result = await chooseAddons.run(
      { ...RUN, rules: [rule('kube-proxy'), rule('vpc-cni'), rule('coredns')] },
      ports,
      aSlice(),
    );
    expect(result).toEqual({ kind: 'done', output: { requests: [request] } });
    expect(ports.messages.map(({ code }) => code)).toEqual(['addon-kept', 'addon-left-alone']);
  });

  it('does not take an unreadable answer for a missing add-on', async () => {
    const lost: Partial<Eks> = {
      describeAddon: answers<Addon>({ kind: 'unknown', code: 'Unparsable', message: '<html>' }),
    };
    expect(
      (await chooseAddons.run({ ...RUN, rules: [rule('coredns')] }, fakePorts({ eks: lost }), aSlice())).kind,
    ).toBe('again');
  });
});

describe('updating an add-on', () => {
  function update(
    addon: Addon,
    updates: () => Promise<Answer<readonly string[]>>,
    wish: { update?: Update; answer?: Answer<Update> } = {},
  ) {
    const tokens: string[] = [];
    const ports = fakePorts({
      eks: {
        describeAddon: async () => value(addon),
        listUpdates: updates,
        describeUpdate: async () => value(wish.update ?? running()),
        updateAddon: async ({ clientRequestToken }) => {
          tokens.push(clientRequestToken);
          return wish.answer ?? value(running());
        },
      },
    });
    return { tokens, result: updateAddon.run({ request }, ports, aSlice()) };
  }
  const none = answers<readonly string[]>(value([]));
  const listed = () => answers<readonly string[]>(value(['a-1']));

  it('asks once with the token', async () => {
    const { result, tokens } = update(anAddon(), none);
    expect(await result).toEqual({ kind: 'done', output: { updateId: 'a-1' } });
    expect(tokens).toEqual(['token-1']);
  });

  it('has nothing to do when the version is there and ACTIVE', async () => {
    const { result, tokens } = update(updated, none);
    expect(await result).toEqual({ kind: 'done', output: { updateId: null } });
    expect(tokens).toEqual([]);
  });

  it('tries again where an earlier update failed', async () => {
    expect(await update({ ...updated, status: 'UPDATE_FAILED' }, none).result).toMatchObject({
      output: { updateId: 'a-1' },
    });
  });

  it('adopts the update to the same version, also after a 409', async () => {
    const first = update(anAddon({ status: 'UPDATING' }), listed());
    expect(await first.result).toMatchObject({ output: { updateId: 'a-1' } });
    expect(first.tokens).toEqual([]);
    const late = update(anAddon(), answers<readonly string[]>(value([]), value(['a-1'])), {
      answer: refused(409, 'ResourceInUseException'),
    });
    expect(await late.result).toMatchObject({ output: { updateId: 'a-1' } });
  });

  it('waits for an update that EKS lists and does not describe yet, then adopts it', async () => {
    const describeUpdate = answers<Update>(gone('update'), value(running()));
    const eks = { describeAddon: async () => value(anAddon()), listUpdates: listed(), describeUpdate };
    expect(await updateAddon.run({ request }, fakePorts({ eks }), aSlice())).toMatchObject({
      output: { updateId: 'a-1' },
    });
    const never = { ...eks, describeUpdate: answers<Update>(gone('update')) };
    expect(await updateAddon.run({ request }, fakePorts({ eks: never }), aSlice())).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('DescribeUpdate does not know update a-1 yet') },
    });
  });

  it('names an update to another version', async () => {
    await expect(update(anAddon(), listed(), { update: running('v1.8.7-eksbuild.1') }).result).rejects.toMatchObject({
      code: 'UpdateInFlight',
      message: expect.stringContaining('v1.8.7'),
    });
  });

  it('waits while the add-on changes without an update that EKS names', async () => {
    expect((await update(anAddon({ status: 'UPDATING' }), none).result).kind).toBe('again');
  });
});

describe('watching the update of an add-on', () => {
  const watch = (update: () => Promise<Answer<Update>>, addon: () => Promise<Answer<Addon>>) => {
    const ports = fakePorts({ eks: { describeUpdate: update, describeAddon: addon } });
    return { ports, result: watchAddonUpdate.run({ request, updateId: 'a-1' }, ports, aSlice()) };
  };
  const successful = async () => value({ ...running(), status: 'Successful' as const });

  it('ends when the update is Successful and the add-on ACTIVE', async () => {
    const { ports, result } = watch(
      answers(value(running()), await successful()),
      answers(value({ ...updated, status: 'UPDATING' as const }), value(updated)),
    );
    expect((await result).kind).toBe('done');
    expect(ports.messages).toEqual([
      { code: 'addon-updated', data: { addon: 'coredns', version: 'v1.8.4-eksbuild.1' } },
    ]);
  });

  it('fails with the errors of the update', async () => {
    const errors = [{ errorCode: 'ConfigurationConflict', errorMessage: 'replicas', resourceIds: [] }];
    await expect(
      watch(
        async () => value({ ...running(), status: 'Failed', errors }),
        async () => value(updated),
      ).result,
    ).rejects.toThrow(/ConfigurationConflict: replicas/);
  });

  it('waits while the add-on is degraded, with its issue, and fails when it failed', async () => {
    const health = [{ code: 'InsufficientNumberOfReplicas', message: 'unavailable', resourceIds: [] }];
    const degraded = watch(successful, async () => value({ ...updated, status: 'DEGRADED', health }));
    expect(await degraded.result).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('InsufficientNumberOfReplicas') },
    });
    await expect(
      watch(successful, async () => value({ ...updated, status: 'UPDATE_FAILED' })).result,
    ).rejects.toMatchObject({ code: 'AddonFailed' });
  });
});
