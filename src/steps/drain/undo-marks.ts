import { listSome } from '#errors/list-some';
import { UpgradeError } from '#errors/upgrade-error';
import { groupsClosedBy, type Seen, seeGroups } from '../abort/see-groups.ts';
import type { Undo } from '../abort/undo.ts';
import { undoNode } from '../abort/undo-node.ts';
import { boundLines } from '../answer/bound-lines.ts';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { type Again, done, type Slice, type StepPorts } from '../step.ts';
import type { InputOf, Steps } from '../table.ts';
import { restoreGroup } from './restore-group.ts';

/** How long another update of a group is waited for, ms, before its sizes are given up. */
const PATIENCE = 5 * 60_000;

/** What this slice has given back so far: a group that was is not asked again. */
interface Given {
  readonly lines: string[];
  readonly groups: Set<string>;
}

/** Gives back what carries this run's id: cordons, labels, taints, annotations, and the sizes it froze. Never a delete. */
export const undoMarks: Steps['undo-marks'] = {
  describe: ({ frozen }) => `undo the cordons and marks of this run, and the sizes of ${frozen.length} groups`,
  run: (input, ports, slice) => {
    const given: Given = { lines: [], groups: new Set() };
    return poll(PACE.group, ports, slice, async () => {
      const listed = valueOrWait(await ports.kubernetes.listNodes(), 'list nodes');
      if (listed.kind === 'wait') return waitFor(slice, 'a list of the nodes', 'the API server answers', listed.reason);
      const names = [...groupsClosedBy(input.runId, listed.value), ...input.frozen.map(({ group }) => group)];
      const seen = await seeGroups(input.cluster, new Set(names), ports);
      if (seen.kind === 'wait') return waitFor(slice, seen.what, seen.endsWhen, seen.reason);
      const nodes = listed.value.map((node) => () => undoNode(node, input.runId, seen.groups, ports));
      const rest = await inTurn([...restores(input, seen, given, ports, slice), ...nodes], given, ports, slice);
      if ('waitingFor' in rest) return rest;
      const left = leftOf([...seen.failed, ...rest], ports);
      return done({ undone: boundLines([...given.lines, ...left]) });
    });
  },
};

function restores(
  { frozen }: InputOf<'undo-marks'>,
  { groups }: Seen,
  given: Given,
  ports: StepPorts,
  { token, troubledSince }: Slice,
): readonly (() => Promise<Undo>)[] {
  return frozen.flatMap(({ group, before }, index) => {
    const found = groups.get(group);
    if (!found || given.groups.has(group)) return [];
    const how = { before, clientRequestToken: `${token}-${index}`, patience: () => troubledSince() + PATIENCE };
    return async () => {
      const restored = await restoreGroup(found, how, ports);
      if (restored.kind === 'undone') given.groups.add(group);
      return restored;
    };
  });
}

/** One after the other, up to the first that has to be waited for. What is undone is told at once: what comes later may fail. */
async function inTurn(
  acts: readonly (() => Promise<Undo>)[],
  given: Given,
  { time, notify }: StepPorts,
  slice: Slice,
): Promise<Again | readonly Undo[]> {
  const rest: Undo[] = [];
  const before = given.lines.length;
  for (const act of acts) {
    // Each look undoes something, or says why not, before the slice may end it.
    const isLate = given.lines.length > before && time.now() >= slice.end;
    if (isLate || slice.signal.aborted) return waitFor(slice, 'the marks and sizes of this run', 'all are given back');
    const it = await act();
    if (it.kind === 'wait') return waitFor(slice, it.what, it.endsWhen, it.reason);
    if (it.kind === 'undone') {
      given.lines.push(it.line);
      notify({ code: 'undone', data: { what: it.line } });
    } else rest.push(it);
  }
  return rest;
}

/** What stays as it is, told; throws what was refused. */
function leftOf(rest: readonly Undo[], { notify }: StepPorts): readonly string[] {
  const lines = (kind: 'left' | 'failed') => rest.flatMap((it) => (it.kind === kind ? [it.line] : []));
  for (const what of lines('left')) notify({ code: 'left-as-it-is', data: { what } });
  const failed = lines('failed');
  if (failed.length > 0)
    throw new UpgradeError('UndoIncomplete', `not everything could be undone: ${listSome(failed)}`, {
      hint: 'mend what refused it, or undo it by hand (kubectl uncordon <node>; sizes by aws eks update-nodegroup-config); then retry: the abort goes on',
    });
  return lines('left');
}
