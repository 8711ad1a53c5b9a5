import { isOpenBeside } from '#domain/drain/marks';
import { pace } from '#domain/drain/pace';
import type { Turn } from '#domain/drain/scene';
import { formatBlocked } from '#domain/drain/select-pods';
import { listSome } from '#errors/list-some';
import { UpgradeError } from '#errors/upgrade-error';
import type { Waiting } from '#messages/registry';
import type { Live, Node } from '#ports/kubernetes';
import type { Looked } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { type Again, again, done, type Slice, type StepPorts, type StepResult } from '../step.ts';
import type { InputOf, OutputOf, Steps } from '../table.ts';
import { cordonNode } from './cordon-node.ts';
import { deadEnd } from './dead-end.ts';
import { type DrainMemory, newMemory } from './drain-memory.ts';
import { type DrainView, viewOf } from './drain-view.ts';
import { evictionVersion, evictPods } from './evict-pods.ts';
import { liveStores } from './live-stores.ts';
import { noteGone } from './note-gone.ts';
import { proveEmpty } from './prove-empty.ts';
import { seeStillFrozen } from './see-still-frozen.ts';
import { tellWaits, waitingText } from './tell-waits.ts';

type Input = InputOf<'drain-node'>;
type Result = StepResult<OutputOf<'drain-node'>>;
/** The result of the slice, or the instant of the next look; a change of the cluster brings it forward. */
type Look = Result | { readonly kind: 'look-again'; readonly at: number; readonly waitingFor: Waiting };

/** A pod that nobody may evict is looked at twice, this far apart, ms: its owner may be on its way into the stores. */
const SECOND_LOOK = 2_000;

/** Empties a node: evicts as budgets and workloads allow, waits until the pods are gone, and proves it. */
export const drainNode: Steps['drain-node'] = {
  describe: ({ node }) => `drain node ${node}`,
  async run(input, ports, slice) {
    const frozen = await seeFrozen(input, ports);
    if (frozen.kind === 'wait')
      return waitFor(slice, `the pods of node ${input.node}`, 'EKS describes the group', frozen.reason);
    const memory = newMemory();
    for (;;) {
      // Looked for each time: what the stores held when the API server went away is no news of any pod.
      const live = await liveStores(ports, slice);
      if (live.kind === 'wait')
        return waitFor(slice, `the pods of node ${input.node}`, 'the API server answers', live.reason);
      const look = await lookAndAct(input, live.value, memory, ports, slice);
      if (look.kind !== 'look-again') return look;
      slice.waits(look.waitingFor);
      await ports.time.until(Math.min(look.at, slice.end), slice.signal);
    }
  },
};

/** Time may have passed since the node was chosen: the run may have been stopped here, and a slice takes up to 50 s. */
async function seeFrozen({ group, frozenAt, ...input }: Input, ports: StepPorts): Promise<Looked<'frozen'>> {
  if (group === undefined || frozenAt === undefined) return { kind: 'value', value: 'frozen' };
  return seeStillFrozen({ ...input, group, frozenAt }, ports);
}

async function lookAndAct(
  input: Input,
  live: Live,
  memory: DrainMemory,
  ports: StepPorts,
  slice: Slice,
): Promise<Look> {
  const view = viewOf(input, live, memory, slice, ports.time.now());
  if (view.node && !view.node.spec.unschedulable) return close(view.node, input, ports, slice);
  noteGone(view, memory, ports);
  return view.leaving.length === 0
    ? finish(input, view, memory, ports, slice)
    : empty(input, view, live, memory, ports, slice);
}

/** Somebody opened a node of the group, or one has joined it: nothing is evicted before it is closed. */
async function close(node: Node, { runId }: Input, ports: StepPorts, slice: Slice): Promise<Look> {
  const outcome = await cordonNode(node, runId, ports, slice);
  const wait = waitFor(slice, `the cordon of node ${node.metadata.name}`, 'the node is closed');
  if (isOver(ports, slice) || outcome === 'interrupted') return wait;
  // Until the stores show it.
  return lookAgain(wait, ports.time.now() + 1_000);
}

async function finish(
  input: Input,
  view: DrainView,
  memory: DrainMemory,
  ports: StepPorts,
  slice: Slice,
): Promise<Look> {
  const proof = await proveEmpty(input.node, view, memory, ports, slice);
  if (proof.kind === 'empty') {
    ports.notify({ code: view.node ? 'node-drained' : 'node-gone', data: { node: input.node } });
    return done({});
  }
  const wait = waitFor(
    slice,
    `the proof that node ${input.node} is empty`,
    'a fresh list shows only pods that may stay',
    proof.why,
  );
  return isOver(ports, slice) ? wait : lookAgain(wait, proof.at);
}

async function empty(
  input: Input,
  view: DrainView,
  live: Live,
  memory: DrainMemory,
  ports: StepPorts,
  slice: Slice,
): Promise<Look> {
  memory.emptySince = null;
  const now = ports.time.now();
  const blocked = formatBlocked(view.verdicts);
  if (blocked.length > 0) return refuse(input, blocked, memory, ports, slice);
  memory.blockedSince = null;
  const turns = pace(view.leaving, view.scene);
  tellWaits(turns, slice, ports);
  const error = deadEnd(input.node, turns);
  if (error) throw error;
  const wait = again(waitingText(input.node, turns, slice));
  if (isOver(ports, slice)) return wait;
  const evictions = turns.filter((it) => it.kind === 'evict');
  if (evictions.length === 0 || now < memory.quietUntil) return lookAgain(wait, nextLook(turns, memory, slice, now));
  const open = live.nodes().find((it) => isOpenBeside(it, view.node));
  if (open) return close(open, input, ports, slice);
  const version = await evictionVersion(memory, ports);
  if (version.kind === 'wait') return lookAgain(wait, ports.time.now() + 5_000);
  await evictPods(evictions, version.value, memory, ports);
  return lookAgain(wait, ports.time.now());
}

function refuse(input: Input, blocked: readonly string[], memory: DrainMemory, ports: StepPorts, slice: Slice): Look {
  const now = ports.time.now();
  memory.blockedSince ??= now;
  const at = memory.blockedSince + SECOND_LOOK;
  const wait = waitFor(slice, `a second look at node ${input.node}`, 'the pods have a controller', blocked.join('; '));
  if (now < at) return isOver(ports, slice) ? wait : lookAgain(wait, at);
  throw new UpgradeError(
    'PodsNotEvictable',
    `node ${input.node} has pods that nobody may evict unasked: ${listSome(blocked)}`,
    {
      hint: 'nothing more is evicted from this node; move these pods or delete them (kubectl delete pod <pod> -n <namespace>), then retry',
    },
  );
}

/**
 * The earliest instant at which a refused pod may be tried again, or something else is to be said of one. Past instants count
 * no more: they would not let time go by.
 */
function nextLook(turns: readonly Turn[], memory: DrainMemory, slice: Slice, now: number): number {
  const held = turns.flatMap((it) => memory.held.get(it.pod.metadata.uid)?.until ?? []);
  const changing = turns.flatMap((it) => (it.kind === 'wait' ? (it.changesAt ?? []) : []));
  return Math.min(slice.end, ...[...held, ...changing, memory.quietUntil].filter((it) => it > now));
}

const lookAgain = ({ waitingFor }: Again, at: number): Look => ({ kind: 'look-again', at, waitingFor });

const isOver = ({ time }: StepPorts, slice: Slice): boolean => slice.signal.aborted || time.now() >= slice.end;
