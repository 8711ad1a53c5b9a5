import { describe, expect, it } from 'vitest';
import { surveyNode } from '#steps/drain/survey-node';
import { verifyEmpty } from '#steps/drain/verify-empty';
import { watchWorkloads } from '#steps/drain/watch-workloads';
import { aPod, ownedBy } from '../../builders/a-pod.ts';
import { aWorkload, webDeployment } from '../../builders/a-workload.ts';
import { EVICTION } from '../../builders/drain-answers.ts';
import { aCordonedNode } from '../../builders/drain-node-object.ts';
import { START } from '../../builders/drain-time.ts';
import { drainWorld } from '../../builders/drain-world.ts';

const hop = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21' };

it('notes the workloads on a node with their ready counts, the Deployment instead of its ReplicaSet', async () => {
  const db = ownedBy('StatefulSet', 'db', 'uid-db');
  const agent = ownedBy('DaemonSet', 'agent', 'uid-agent');
  const world = drainWorld({
    nodes: [aCordonedNode()],
    workloads: [
      ...webDeployment({ ready: 2 }),
      aWorkload('StatefulSet/default/db'),
      aWorkload('DaemonSet/default/agent'),
    ],
    pods: [
      aPod('default/web-0'),
      aPod('default/web-1'),
      aPod('default/db-0', { owner: db }),
      aPod('default/agent', { owner: agent }),
      aPod('default/job', { owner: ownedBy('Job', 'job', 'uid-job', 'batch/v1') }),
      aPod('default/elsewhere', { node: 'old-2', owner: ownedBy('StatefulSet', 'x', 'uid-x') }),
    ],
  });
  expect(await surveyNode.run({ ...hop, node: 'old-1' }, world.ports, world.slice())).toEqual({
    kind: 'done',
    output: {
      touched: [
        { uid: 'deployment-web', ready: 2 },
        { uid: 'uid-db', ready: 3 },
      ],
    },
  });
});

describe('waiting for the workloads', () => {
  const touched = [
    { uid: 'deployment-web', ready: 3 },
    { uid: 'uid-deleted', ready: 1 },
  ];

  it('ends when they are ready as before', async () => {
    const world = drainWorld({ workloads: webDeployment({ ready: 2 }) });
    world.time.after(9_000, () => {
      world.workloads = [...webDeployment({ ready: 3 })];
    });
    expect(await watchWorkloads.run({ ...hop, touched }, world.ports, world.slice())).toEqual({
      kind: 'done',
      output: {},
    });
    expect(world.time.now()).toBe(START + 9_000);
    expect(world.messages).toEqual([{ code: 'workload-back', data: { workload: 'Deployment/default/web', ready: 3 } }]);
  });

  it("shows the scheduler's reason while a replacement cannot be placed", async () => {
    const pending = aPod('default/web-new', {
      phase: 'Pending',
      unscheduled: '0/3 nodes are available: 3 Insufficient cpu.',
    });
    const world = drainWorld({ workloads: webDeployment({ ready: 2 }), pods: [pending] });
    expect(await watchWorkloads.run({ ...hop, touched }, world.ports, world.slice())).toMatchObject({
      kind: 'again',
      waitingFor: {
        what: 'Deployment/default/web (2 of 3 ready; default/web-new cannot be placed: 0/3 nodes are available: 3 Insufficient cpu.)',
        since: START,
      },
    });
  });
});

describe('the proof that a group is empty', () => {
  const input = { ...hop, group: 'old' };
  const nodes = [aCordonedNode('old-1'), aCordonedNode('old-2')];
  const agent = aPod('logging/agent', { owner: ownedBy('DaemonSet', 'agent', 'uid-agent') });

  it('asks afresh about each node', async () => {
    const world = drainWorld({ nodes, pods: [agent, aPod('default/web', { node: 'new-1' })] });
    expect(await verifyEmpty.run(input, world.ports, world.slice())).toEqual({ kind: 'done', output: { nodes: 2 } });
    expect(world.requests).toEqual(['list nodes', 'list pods old-1', 'list pods old-2']);
  });

  it('fails with the names of the pods that are left, terminating ones too', async () => {
    const world = drainWorld({
      nodes,
      pods: [agent, aPod('default/web', { node: 'old-2', deletionTimestamp: '2022-06-01T10:00:00Z' })],
    });
    await expect(verifyEmpty.run(input, world.ports, world.slice())).rejects.toMatchObject({
      code: 'GroupNotEmpty',
      message: 'group old is not empty: default/web on old-2',
    });
  });

  it('never takes a missing answer for an empty list', async () => {
    const world = drainWorld({ nodes, pods: [agent, aPod('default/web')] });
    world.script.set(
      'listPods',
      Array.from({ length: 4 }, () => EVICTION.reset),
    );
    await expect(verifyEmpty.run(input, world.ports, world.slice())).rejects.toMatchObject({ code: 'GroupNotEmpty' });
  });
});
