import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makePlan } from '#plan/make-plan';
import { renderPlan } from '#plan/render/render';
import { blueGreen } from '#procedures/blue-green';
import { loadRunbook } from '#runbook/load';
import { openTwin } from '#twin/twin';
import { STEPS } from '../../src/compose/step-table.ts';
import { ekstest } from '../builders/ekstest.ts';
import { Rehearsal } from './rehearsal.ts';

const SECRET = 'hunter2-very-secret';
// As long as EKS takes them: a record holds 64 KiB.
const VALUES = JSON.stringify({ corefile: SECRET, replicaCount: 2, padding: 'x'.repeat(40_000) });
const loaded = loadRunbook(fileURLToPath(new URL('../../runbooks/1.20-to-1.21.yaml', import.meta.url)));
const cluster = () =>
  ekstest((draft) => {
    for (const addon of draft.addons) if (addon.addonName === 'coredns') addon.configurationValues = VALUES;
  });

/** What the twin was asked to set, in the order of the requests. */
const sent = (run: Rehearsal) =>
  run.writes().flatMap((it) => (it.operation === 'eks:UpdateAddon' ? [it.parameters.configurationValues] : []));

describe('the configuration values of an add-on', () => {
  it('reach the add-on and no record, no message and no plan', async () => {
    const run = new Rehearsal(cluster());
    expect((await run.start())?.kind).toBe('finished');
    expect(sent(run)).toContain(VALUES);
    const records = JSON.stringify(await run.records());
    expect(records).not.toContain(SECRET);
    expect(records).toContain('"keys":["corefile","padding","replicaCount"]');
    expect(JSON.stringify(run.messages)).not.toContain(SECRET);

    const parts = { loaded, scenario: cluster(), procedure: blueGreen, steps: STEPS, tool: 'test', openTwin };
    const plan = await makePlan({ ...parts, accepted: [], newNames: {} });
    for (const output of ['text', 'json', 'yaml', 'markdown'] as const)
      expect(renderPlan(plan, output)).not.toContain(SECRET);
    expect(renderPlan(plan, 'json')).toContain('"corefile"');
  });

  it('that are changed after the update was planned park the run; a retry passes on what is there then', async () => {
    const run = new Rehearsal(cluster());
    let isChanged = false;
    run.ports = (ports) => ({
      ...ports,
      eks: {
        ...ports.eks,
        describeAddon: async (of) => {
          const answer = await ports.eks.describeAddon(of);
          if (!isChanged || answer.kind !== 'value' || of.addonName !== 'coredns') return answer;
          return { ...answer, value: { ...answer.value, configurationValues: '{"replicaCount":5}' } };
        },
      },
    });
    run.meanwhile = (state) => {
      if (state === 'work.addonsAfterDelete.starting') isChanged = true;
    };
    expect(await run.start()).toMatchObject({ kind: 'parked', failure: { code: 'AddonSettingsChanged' } });
    await run.ask('retry');
    expect((await run.resume())?.kind).toBe('finished');
    expect(sent(run)).toContain('{"replicaCount":5}');
    expect(sent(run)).not.toContain(VALUES);
  });
});
