import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  initialTransition,
  transition,
} from 'xstate';

const ROTATION = { old: 'old', new: 'new' };
const INPUT = {
  runId: 'r',
  cluster: 'c',
  from: '1.20',
  to: '1.21',
  checks: [],
  accepted: [],
  newNames: {},
  addons: { beforeControlPlane: [{}], beforeDelete: [{}], afterDelete: [{}] },
  bakeMs: 1,
  limits: { nodeMs: 1, newGroupMs: 1, addonMs: 1, deleteMs: 1, podAfterGraceMs: 1, controlPlaneWarningMs: 1 },
  owner: 'o',
  log: 'l',
};

/** What each step may give: enough to take each branch. Steps that are not named give nothing. */
const OUTPUTS: Readonly<Record<string, readonly unknown[]>> = {
  'check-cluster': [
    { findings: [], blocked: false, broken: [] },
    { findings: [], blocked: true, broken: [] },
  ],
  'choose-node-groups': [
    { rotations: [ROTATION] },
    { rotations: [ROTATION, { old: 'old-2', new: 'new-2' }] },
    { rotations: [] },
  ],
  'hold-cluster': [{ kind: 'held' }, { kind: 'held-by-another', holder: 'h', log: 'l' }],
  'start-control-plane-update': [{ updateId: 'u' }, { updateId: null }],
  'design-node-group': [{ request: { scalingConfig: { desiredSize: 1 } }, differences: [] }],
  'survey-node-group': [
    { before: {}, request: { nodegroupName: 'old', scalingConfig: { desiredSize: 1 } } },
    { before: {}, request: null },
  ],
  'freeze-node-group': [{ updateId: 'u' }],
  'choose-node': [{ node: 'n' }, { node: null }],
  'survey-node': [{ touched: [] }],
  'choose-addons': [{ requests: [{}] }, { requests: [] }],
  'update-addon': [{ updateId: 'u' }, { updateId: null }],
  'verify-cluster': [{ report: [] }],
  'describe-leftovers': [{ leftovers: [] }],
  'release-cluster': [{ left: [] }, { left: ['the Lease stays'] }],
};

const PEOPLE: readonly AnyEventObject[] = [
  { type: 'operator.approve', gate: 'control-plane' },
  { type: 'operator.approve', gate: 'delete-old-nodes' },
  { type: 'operator.retry' },
  { type: 'operator.skip' },
  { type: 'operator.abort' },
];

/** Walks the machine breadth first with every event that the engine can give it. */
export function statesReached(machine: AnyStateMachine): {
  readonly reached: ReadonlySet<string>;
  readonly all: readonly string[];
} {
  const reached = new Set<string>();
  const seen = new Set<string>();
  const queue: AnyMachineSnapshot[] = [initialTransition(machine, INPUT)[0] as AnyMachineSnapshot];
  for (let snapshot = queue.shift(); snapshot !== undefined; snapshot = queue.shift()) {
    const key = JSON.stringify([snapshot.value, snapshot.context]);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const node of snapshot._nodes) reached.add(node.id);
    if (snapshot.status !== 'active') continue;
    for (const event of eventsOf(snapshot)) queue.push(transition(machine, snapshot, event)[0] as AnyMachineSnapshot);
  }
  return { reached, all: stable(machine.root).map(({ id }) => id) };
}

/** Everything but history, states that only choose, and ends of phases, which are left in the same step they are entered. */
function stable(node: AnyStateNode): AnyStateNode[] {
  const isPassedThrough =
    node.type === 'history' ||
    (node.always ?? []).length > 0 ||
    (node.type === 'final' && node.parent !== node.machine.root);
  return [...(isPassedThrough ? [] : [node]), ...Object.values(node.states).flatMap(stable)];
}

function eventsOf(snapshot: AnyMachineSnapshot): readonly AnyEventObject[] {
  const invoked = snapshot._nodes.flatMap((node: AnyStateNode) => node.invoke);
  const timers = snapshot._nodes.flatMap((node: AnyStateNode) =>
    node.after.map(({ eventType }) => ({ type: eventType })),
  );
  const ends = invoked.flatMap(({ id, src }) => [
    ...(OUTPUTS[String(src)] ?? [{}]).map((output) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })),
    {
      type: `xstate.error.actor.${id}`,
      error: { code: 'Boom', message: 'boom', hint: null, cause: null },
      actorId: id,
    },
  ]);
  return [
    ...ends,
    ...timers,
    ...PEOPLE,
    { type: 'guard.blocked', error: { code: 'ChecksBlock', message: 'no', hint: null, cause: null } },
  ];
}
