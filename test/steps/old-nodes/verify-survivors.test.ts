import { describe, expect, it } from 'vitest';
import { verifySurvivors } from '#steps/old-nodes/verify-survivors';
import { RUN } from '../../builders/a-hop.ts';
import { aNode } from '../../builders/a-node.ts';
import { aStatefulSet } from '../../builders/a-web-workload.ts';
import { aSlice, type FakePorts } from '../../builders/fake-ports.ts';
import { portsOfFacts } from '../../builders/ports-of-facts.ts';

const late = aSlice({ troubledSince: () => aSlice().scheduledAt - 180_000 });
const verify = (ports: FakePorts, slice = late) => verifySurvivors.run(RUN, ports, slice);

describe('the nodes that remain after the delete', () => {
  it('are fine when they are Ready', async () => {
    expect((await verify(portsOfFacts())).kind).toBe('done');
  });

  it('are given two minutes, then named', async () => {
    const nodes = [aNode('n'), aNode('lost', { ready: false })];
    expect((await verify(portsOfFacts({ nodes }), aSlice())).kind).toBe('again');
    await expect(verify(portsOfFacts({ nodes }))).rejects.toMatchObject({
      code: 'SurvivorsNotReady',
      message: expect.stringContaining('lost: kubelet stopped'),
    });
  });

  it('do not include those of the group that was deleted', async () => {
    expect((await verify(portsOfFacts({ nodes: [aNode('leaving', { group: 'deleted', ready: false })] }))).kind).toBe(
      'done',
    );
  });

  it('carry workloads that are named when they are not ready, without stopping the run', async () => {
    const ports = portsOfFacts({ workloads: [aStatefulSet(3, 2)] });
    expect((await verify(ports)).kind).toBe('done');
    expect(ports.messages).toMatchObject([
      { code: 'workload-not-ready', data: { workload: 'StatefulSet/default/web', why: '2 of 3 ready' } },
    ]);
  });

  it('carry workloads that were not ready before the run either: those are neither waited for nor named', async () => {
    const ports = portsOfFacts({ workloads: [aStatefulSet(3, 2)] });
    const input = { ...RUN, brokenBefore: ['StatefulSet/default/web'] };
    expect((await verifySurvivors.run(input, ports, aSlice())).kind).toBe('done');
    expect(ports.messages).toEqual([]);
  });
});
