import { describe, expect, it } from 'vitest';
import type { Update } from '#domain/eks/update';
import { type Answer, value } from '#ports/answer';
import type { Eks, Nodegroup, ResizeNodegroupRequest } from '#ports/eks';
import { freezeNodeGroup } from '#steps/drain/freeze-node-group';
import { surveyNodeGroup } from '#steps/drain/survey-node-group';
import { undoMarks } from '#steps/drain/undo-marks';
import { watchNodeGroupUpdate } from '#steps/drain/watch-node-group-update';
import { refused } from '../../builders/drain-answers.ts';
import { aCordonedNode, aGroupNode } from '../../builders/drain-node-object.ts';
import { START } from '../../builders/drain-time.ts';
import { type DrainWorld, drainWorld } from '../../builders/drain-world.ts';

const hop = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21' };
const before = { minSize: 1, desiredSize: 3, maxSize: 5 };
const frozen = { minSize: 3, desiredSize: 3, maxSize: 3 };
const request: ResizeNodegroupRequest = { clusterName: 'ekstest', nodegroupName: 'old', scalingConfig: frozen };
const busy = refused(409, 'ResourceInUseException', 'Nodegroup already has an update in progress');

const unknownYet = refused(404, 'ResourceNotFoundException', 'No update found for ID');

const update = (parts: Partial<Update> = {}): Update => ({
  id: 'update-1',
  status: 'InProgress',
  type: 'ConfigUpdate',
  params: [
    { type: 'MinSize', value: '3' },
    { type: 'MaxSize', value: '3' },
    { type: 'DesiredSize', value: '3' },
  ],
  createdAt: '2022-06-01T10:00:00Z',
  errors: [],
  ...parts,
});

function withEks(
  world: DrainWorld,
  sizes: Nodegroup['scalingConfig'],
  updates: readonly Update[],
  answers: Answer<Update>[] = [],
) {
  const asked: unknown[] = [];
  const eks: Partial<Eks> = {
    describeNodegroup: () =>
      Promise.resolve(value({ clusterName: 'ekstest', nodegroupName: 'old', scalingConfig: sizes } as Nodegroup)),
    resizeNodegroup: (it) => {
      asked.push(it);
      return Promise.resolve(answers.shift() ?? value(update()));
    },
    listUpdates: () => Promise.resolve(value(updates.map((it) => it.id))),
    describeUpdate: ({ updateId }) => Promise.resolve(value(updates.find((it) => it.id === updateId) ?? update())),
  };
  Object.assign(world.ports.eks, eks);
  return { ports: world.ports, asked };
}

describe('freezing a group', () => {
  const freeze = (world: DrainWorld) => freezeNodeGroup.run({ request }, world.ports, world.slice());

  it('is prepared from the live size', async () => {
    const world = drainWorld({ nodes: ['1', '2', '3'].map((it) => aGroupNode(`old-${it}`)) });
    const { ports } = withEks(world, before, []);
    expect(await surveyNodeGroup.run({ ...hop, group: 'old' }, ports, world.slice())).toEqual({
      kind: 'done',
      output: { before, request },
    });
  });

  it('sends the prepared request with the token of the slice', async () => {
    const world = drainWorld({});
    const { asked } = withEks(world, before, []);
    expect(await freeze(world)).toEqual({ kind: 'done', output: { updateId: 'update-1' } });
    expect(asked).toEqual([{ ...request, clientRequestToken: world.slice().token }]);
  });

  it('adopts the update to the same sizes that is running already', async () => {
    const world = drainWorld({});
    withEks(world, before, [update({ id: 'ours' })], [busy]);
    expect(await freeze(world)).toEqual({ kind: 'done', output: { updateId: 'ours' } });
  });

  it('names another update that is in the way', async () => {
    const world = drainWorld({});
    withEks(world, before, [update({ id: 'theirs', type: 'VersionUpdate', params: [] })], [busy]);
    await expect(freeze(world)).rejects.toMatchObject({
      code: 'NodeGroupBusy',
      message: expect.stringContaining('update theirs (VersionUpdate, InProgress)'),
    });
  });
});

describe('an update that EKS lists and does not describe yet', () => {
  it('is waited for by the freeze, which names the call', async () => {
    const world = drainWorld({});
    const { ports } = withEks(world, before, [update({ id: 'ours' })], [busy, busy, busy]);
    let asked = 0;
    Object.assign(ports.eks, {
      describeUpdate: () => Promise.resolve(asked++ === 0 ? unknownYet : value(update({ id: 'ours' }))),
    });
    expect(await freezeNodeGroup.run({ request }, ports, world.slice())).toMatchObject({
      output: { updateId: 'ours' },
    });
    Object.assign(ports.eks, { describeUpdate: () => Promise.resolve(unknownYet), resizeNodegroup: async () => busy });
    expect(await freezeNodeGroup.run({ request }, ports, world.slice())).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('DescribeUpdate does not know update ours yet') },
    });
  });
});

describe('following the update of a group', () => {
  it('bears for two minutes that EKS does not know the update, and no longer', async () => {
    const world = drainWorld({});
    const { ports } = withEks(world, frozen, []);
    Object.assign(ports.eks, { describeUpdate: () => Promise.resolve(unknownYet) });
    const input = { ...hop, group: 'old', updateId: 'update-1' };
    expect(await watchNodeGroupUpdate.run(input, ports, world.slice())).toMatchObject({
      kind: 'again',
      waitingFor: { what: 'update update-1 of node group old (EKS does not know the update yet)' },
    });
    const late = { ...world.slice(), scheduledAt: START - 3 * 60_000 };
    await expect(watchNodeGroupUpdate.run(input, ports, late)).rejects.toMatchObject({ code: 'NotFound' });
  });

  const watch = (world: DrainWorld) =>
    watchNodeGroupUpdate.run({ ...hop, group: 'old', updateId: 'update-1' }, world.ports, world.slice());

  it('ends with success, and fails with the words of EKS', async () => {
    const world = drainWorld({});
    withEks(world, frozen, [update({ status: 'Successful' })]);
    expect((await watch(world)).kind).toBe('done');
    const errors = [{ errorCode: 'AutoScalingGroupNotFound', errorMessage: 'no group', resourceIds: [] }];
    withEks(world, frozen, [update({ status: 'Failed', errors })]);
    await expect(watch(world)).rejects.toMatchObject({
      message: expect.stringContaining('AutoScalingGroupNotFound: no group'),
    });
  });

  it('waits until the end of the slice while it is in progress', async () => {
    const world = drainWorld({});
    withEks(world, frozen, [update()]);
    expect(await watch(world)).toMatchObject({
      kind: 'again',
      waitingFor: { what: 'update update-1 of node group old', since: START },
    });
  });
});

describe('undoing what is ours', () => {
  const undo = (world: DrainWorld) =>
    undoMarks.run({ ...hop, frozen: [{ group: 'old', before }] }, world.ports, world.slice());

  it('opens only nodes with our mark and gives the sizes back', async () => {
    const world = drainWorld({ nodes: [aCordonedNode('old-1'), aGroupNode('old-2', { cordoned: true })] });
    const { asked } = withEks(world, frozen, []);
    expect(await undo(world)).toEqual({
      kind: 'done',
      output: {
        undone: ['node group old gets its sizes back: 1/3/5 (update update-1)', 'node old-1 takes pods again'],
      },
    });
    expect(asked).toMatchObject([{ scalingConfig: before }]);
    expect(world.nodes.map((it) => it.spec.unschedulable)).toEqual([undefined, true]);
    expect(world.nodes[0]?.metadata.annotations).toEqual({});
  });

  it('changes nothing when repeated', async () => {
    const world = drainWorld({ nodes: [aGroupNode('old-1')] });
    const { asked } = withEks(world, before, []);
    expect(await undo(world)).toMatchObject({
      output: { undone: ['node group old is left as it is: it has its sizes 1/3/5 already'] },
    });
    expect(asked).toEqual([]);
  });

  it('waits for an update of the group that is still running', async () => {
    const world = drainWorld({});
    withEks(world, frozen, [], [busy, busy]);
    expect((await undo(world)).kind).toBe('done');
    expect(world.time.now()).toBe(START + 20_000);
  });

  it('says what could not be undone after having undone the rest', async () => {
    const world = drainWorld({ nodes: [aCordonedNode('old-1')] });
    withEks(world, frozen, [], [refused(403, 'AccessDeniedException', 'not authorized to UpdateNodegroupConfig')]);
    await expect(undo(world)).rejects.toMatchObject({
      code: 'UndoIncomplete',
      message: expect.stringContaining('not authorized'),
    });
    expect(world.nodes[0]?.spec.unschedulable).toBeUndefined();
  });
});
