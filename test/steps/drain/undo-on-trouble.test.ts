import { describe, expect, it } from 'vitest';
import { type Answer, value } from '#ports/answer';
import type { Nodegroup } from '#ports/eks';
import { undoMarks } from '#steps/drain/undo-marks';
import { refused } from '../../builders/drain-answers.ts';
import { aCordonedNode } from '../../builders/drain-node-object.ts';
import { START } from '../../builders/drain-time.ts';
import { type DrainWorld, drainWorld } from '../../builders/drain-world.ts';

const before = { minSize: 1, desiredSize: 3, maxSize: 5 };
const hop = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21' };
const throttled = refused(429, 'ThrottlingException', 'Rate exceeded');
const unavailable = refused(503, 'ServiceUnavailable', 'the server is currently unable to handle the request');
const expired = refused(403, 'ExpiredTokenException', 'The security token included in the request is expired');
const reset = { kind: 'unknown', code: 'ECONNRESET', message: 'socket hang up' } as const;

interface Answers {
  readonly describe?: Answer<Nodegroup>[];
  readonly resize?: Answer<never>[];
  readonly status?: Nodegroup['status'];
}

/** Two nodes that the run closed, in a group that it froze. */
function frozenWorld({ describe = [], resize = [], status = 'ACTIVE' }: Answers = {}) {
  const world = drainWorld({ nodes: [aCordonedNode('old-1'), aCordonedNode('old-2')] });
  const scalingConfig = { minSize: 3, desiredSize: 3, maxSize: 3 };
  const group = { clusterName: 'ekstest', nodegroupName: 'old', scalingConfig, status } as Nodegroup;
  const resized: unknown[] = [];
  Object.assign(world.ports.eks, {
    describeNodegroup: () => Promise.resolve(describe.shift() ?? value(group)),
    resizeNodegroup: (it: unknown) => {
      resized.push(it);
      return Promise.resolve(resize.shift() ?? value({ id: 'update-1' }));
    },
  });
  return { world, resized };
}

const undo = (world: DrainWorld) =>
  undoMarks.run({ ...hop, frozen: [{ group: 'old', before }] }, world.ports, world.slice());

const closed = (world: DrainWorld) => world.nodes.map((it) => it.spec.unschedulable === true);

const said = (world: DrainWorld) =>
  world.messages.flatMap((it) => (it.code === 'undone' || it.code === 'left-as-it-is' ? [it.data.what] : []));

describe('undoing while a group is going', () => {
  it.each(['DELETING', 'DELETE_FAILED'] as const)(
    'leaves its nodes closed and its sizes, and says so: %s',
    async (status) => {
      const { world, resized } = frozenWorld({ status });
      const lines = [
        `node group old is left as it is: it is ${status}`,
        `node old-1 keeps the cordon: its node group old is ${status}, and pods on it would go with it`,
        `node old-2 keeps the cordon: its node group old is ${status}, and pods on it would go with it`,
      ];
      expect(await undo(world)).toEqual({ kind: 'done', output: { undone: lines } });
      expect(said(world)).toEqual(lines);
      expect(resized).toEqual([]);
      expect(closed(world)).toEqual([true, true]);
      expect(world.time.now()).toBe(START);
    },
  );

  it('leaves the nodes of a group closed that is gone', async () => {
    const { world } = frozenWorld({ describe: [refused(404, 'ResourceNotFoundException', 'No node group found')] });
    expect((await undo(world)).kind).toBe('done');
    expect(closed(world)).toEqual([true, true]);
  });

  it('opens nothing in a group that may not be looked at', async () => {
    const denied = refused(403, 'AccessDeniedException', 'not authorized to perform: eks:DescribeNodegroup');
    const { world } = frozenWorld({ describe: [denied] });
    await expect(undo(world)).rejects.toMatchObject({
      code: 'UndoIncomplete',
      message: expect.stringContaining('eks:DescribeNodegroup'),
    });
    expect(closed(world)).toEqual([true, true]);
  });
});

describe('a hiccup while undoing', () => {
  it.each([
    ['AWS throttles the look at the group', { describe: [throttled] }],
    ['AWS throttles the sizes', { resize: [throttled] }],
    ['the answer to the sizes is lost', { resize: [reset] }],
  ])('is waited for: %s', async (_, answers: Answers) => {
    const { world } = frozenWorld(answers);
    expect((await undo(world)).kind).toBe('done');
    expect(world.time.now()).toBe(START + 10_000);
    expect(closed(world)).toEqual([false, false]);
  });

  it('of the API server is waited for; what is done is neither done nor told twice', async () => {
    const { world, resized } = frozenWorld();
    world.script.set('old-2', [unavailable, reset]);
    expect((await undo(world)).kind).toBe('done');
    expect(resized).toHaveLength(1);
    expect(said(world)).toEqual([
      'node group old gets its sizes back: 1/3/5 (update update-1)',
      'node old-1 takes pods again',
      'node old-2 takes pods again',
    ]);
    expect(world.time.now()).toBe(START + 20_000);
  });

  it('that lasts says what is waited for and why', async () => {
    const { world } = frozenWorld();
    world.script.set('old-1', Array(10).fill(unavailable));
    expect(await undo(world)).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringMatching(/^marks of node old-1 \(.*currently unable.*503/) },
    });
  });
});

describe('what ends the undoing early', () => {
  it.each([
    ['AWS', (): DrainWorld => frozenWorld({ describe: [expired] }).world],
    ['AWS at the sizes', (): DrainWorld => frozenWorld({ resize: [expired] }).world],
    [
      'Kubernetes',
      (): DrainWorld => {
        const { world } = frozenWorld();
        world.script.set('old-2', [refused(401, 'Unauthorized', 'Unauthorized')]);
        return world;
      },
    ],
  ])('is that %s does not accept the credentials: no refusal, a pause', async (_, world) => {
    await expect(undo(world())).rejects.toMatchObject({ code: 'CredentialsExpired', exit: 4 });
  });

  it('does not silence what was undone before', async () => {
    const { world } = frozenWorld();
    world.script.set('old-1', [refused(403, 'Forbidden', 'nodes "old-1" is forbidden')]);
    await expect(undo(world)).rejects.toMatchObject({ code: 'UndoIncomplete' });
    expect(said(world)).toEqual([
      'node group old gets its sizes back: 1/3/5 (update update-1)',
      'node old-2 takes pods again',
    ]);
  });

  it('is that the runner is to stop: nothing more is issued', async () => {
    const { world, resized } = frozenWorld();
    const slice = world.slice({ signal: AbortSignal.abort('superseded') });
    const result = await undoMarks.run({ ...hop, frozen: [{ group: 'old', before }] }, world.ports, slice);
    expect(result.kind).toBe('again');
    expect(resized).toEqual([]);
    expect(closed(world)).toEqual([true, true]);
  });
});
