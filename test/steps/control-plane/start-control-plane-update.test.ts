import { describe, expect, it } from 'vitest';
import { type Answer, value } from '#ports/answer';
import type { Cluster, Eks, Update } from '#ports/eks';
import { startControlPlaneUpdate } from '#steps/control-plane/start-control-plane-update';
import { aCluster, anUpdate } from '../../builders/a-cluster.ts';
import { RUN } from '../../builders/a-hop.ts';
import { answers, aSlice, fakePorts, refused } from '../../builders/fake-ports.ts';

function world(wish: {
  cluster?: Cluster;
  updates?: () => Promise<Answer<readonly string[]>>;
  update?: Update;
  start?: () => Promise<Answer<Update>>;
}) {
  const requests: Parameters<Eks['updateClusterVersion']>[0][] = [];
  const ports = fakePorts({
    eks: {
      describeCluster: async () => value(wish.cluster ?? aCluster()),
      listUpdates: wish.updates ?? (async () => value(wish.update ? [wish.update.id] : [])),
      describeUpdate: async () => value(wish.update ?? anUpdate()),
      updateClusterVersion: async (request) => {
        requests.push(request);
        return (wish.start ?? (async () => value(anUpdate())))();
      },
    },
  });
  return { ports, requests, run: (slice = aSlice()) => startControlPlaneUpdate.run(RUN, ports, slice) };
}

describe('starting the control-plane update', () => {
  it('asks once, with the token of the scheduling', async () => {
    const { run, requests } = world({});
    expect(await run()).toEqual({ kind: 'done', output: { updateId: 'u-1' } });
    expect(requests).toEqual([{ name: 'ekstest', version: '1.21', clientRequestToken: 'token-1' }]);
  });

  it('does nothing at the target', async () => {
    const { run, requests } = world({ cluster: aCluster({ version: '1.21' }) });
    expect(await run()).toEqual({ kind: 'done', output: { updateId: null } });
    expect(requests).toEqual([]);
  });

  it('adopts the update that is running already, and says so', async () => {
    const { run, requests, ports } = world({ update: anUpdate({ id: 'u-7' }) });
    expect(await run()).toEqual({ kind: 'done', output: { updateId: 'u-7' } });
    expect(requests).toEqual([]);
    expect(ports.messages).toEqual([
      { code: 'control-plane-update-adopted', data: { update: 'u-7', version: '1.21' } },
    ]);
  });

  it('looks again after a 409 and adopts what it finds', async () => {
    const { run, requests } = world({
      start: async () => refused(409, 'ResourceInUseException', 'Update u-1 in progress'),
      updates: answers<readonly string[]>(value([]), value(['u-1'])),
    });
    expect(await run()).toEqual({ kind: 'done', output: { updateId: 'u-1' } });
    expect(requests).toHaveLength(1);
  });

  it('names another update that is in the way', async () => {
    const { run } = world({ update: anUpdate({ id: 'u-9', type: 'LoggingUpdate', params: [] }) });
    await expect(run()).rejects.toMatchObject({
      code: 'UpdateInFlight',
      message: expect.stringContaining('u-9 (LoggingUpdate)'),
    });
  });

  it('passes on the words of EKS when it refuses', async () => {
    const { run } = world({ start: async () => refused(400, 'InvalidStateException', 'Pass the force flag') });
    await expect(run()).rejects.toMatchObject({
      code: 'InvalidState',
      message: expect.stringContaining('Pass the force flag'),
    });
  });

  it('looks before it asks again when the answer was lost', async () => {
    const start = async () => ({ kind: 'unknown', code: 'ECONNRESET', message: 'socket hang up' }) as const;
    const { run, requests } = world({ start, updates: answers<readonly string[]>(value([]), value(['u-1'])) });
    expect(await run()).toEqual({ kind: 'done', output: { updateId: 'u-1' } });
    expect(requests).toHaveLength(1);
  });

  it('waits out throttling, with the reason', async () => {
    const { run } = world({ updates: async () => refused(429, 'ThrottlingException', 'Rate exceeded') });
    expect(await run()).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('Rate exceeded') },
    });
  });

  it('issues nothing when it is asked to rest', async () => {
    const { run, requests } = world({});
    expect((await run(aSlice({ signal: AbortSignal.abort('superseded') }))).kind).toBe('again');
    expect(requests).toEqual([]);
  });

  it('pauses the run when the credentials have expired', async () => {
    const { run } = world({ updates: async () => refused(403, 'ExpiredTokenException') });
    await expect(run()).rejects.toMatchObject({ code: 'CredentialsExpired', exit: 4 });
  });
});
