import { wordsOf } from '#domain/answers/classify';
import { decideUndo } from '#domain/drain/cordon';
import { CORDONED_BY } from '#domain/drain/marks';
import { listSome } from '#errors/list-some';
import { UpgradeError } from '#errors/upgrade-error';
import type { Node } from '#ports/kubernetes';
import { boundLines } from '../answer/bound-lines.ts';
import { PACE, poll } from '../answer/poll.ts';
import { isAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done, type Slice, type StepPorts } from '../step.ts';
import type { InputOf, Steps } from '../table.ts';
import { restoreGroup } from './restore-group.ts';

/** How often a node that somebody else changes is looked at again. */
const LOOKS = 5;

/** How long another update of a group is waited for, ms, before its sizes are given up. */
const PATIENCE = 5 * 60_000;

/** What became of one thing that was to be undone. */
export type Undo =
  | { readonly kind: 'undone' | 'left' | 'failed'; readonly line: string }
  | { readonly kind: 'nothing' };

/** Gives back what carries this run's id: cordons, labels, taints, annotations, and the sizes it froze. Never a delete. */
export const undoMarks: Steps['undo-marks'] = {
  describe: ({ frozen }) => `undo the cordons and marks of this run, and the sizes of ${frozen.length} groups`,
  run: (input, ports, slice) =>
    poll(PACE.group, ports, slice, async () => {
      const listed = valueOrWait(await ports.kubernetes.listNodes(), 'list nodes');
      if (listed.kind === 'wait') return waitFor(slice, 'a list of the nodes', 'the API server answers', listed.reason);
      const groups = await restoreGroups(input, ports, slice);
      if ('busy' in groups)
        return waitFor(slice, `the sizes of node group ${groups.busy}`, 'EKS takes the request', groups.reason);
      const undone: Undo[] = [...groups.undone];
      for (const node of listed.value) undone.push(await undoNode(node, input.runId, ports));
      const failed = undone.flatMap((it) => (it.kind === 'failed' ? [it.line] : []));
      if (failed.length > 0)
        throw new UpgradeError('UndoIncomplete', `not everything could be undone: ${listSome(failed)}`, {
          hint: 'mend what refused it, or undo it by hand (kubectl uncordon <node>; sizes by aws eks update-nodegroup-config); then retry: the abort goes on',
        });
      const lines = undone.flatMap((it) => (it.kind === 'nothing' ? [] : [it.line]));
      for (const what of lines) ports.notify({ code: 'undone', data: { what } });
      return done({ undone: boundLines(lines) });
    }),
};

/** All groups, or the first that has to be waited for. */
async function restoreGroups(
  { cluster, frozen }: InputOf<'undo-marks'>,
  ports: StepPorts,
  slice: Slice,
): Promise<{ readonly undone: readonly Undo[] } | { readonly busy: string; readonly reason: string }> {
  const undone: Undo[] = [];
  for (const [index, { group, before }] of frozen.entries()) {
    // One token for each request, the same in every attempt.
    const restored = await restoreGroup(cluster, group, before, `${slice.token}-${index}`, ports);
    if (restored.kind !== 'busy') undone.push(restored);
    else if (ports.time.now() < slice.scheduledAt + PATIENCE) return { busy: group, reason: restored.reason };
    else undone.push({ kind: 'failed', line: `sizes of node group ${group}: ${restored.reason}` });
  }
  return { undone };
}

async function undoNode(first: Node, runId: string, ports: StepPorts): Promise<Undo> {
  const { name } = first.metadata;
  let node = first;
  let words = '';
  for (let look = 0; look < LOOKS; look += 1) {
    const patch = decideUndo(node, runId);
    if (!patch) return { kind: 'nothing' };
    const answer = await ports.kubernetes.patchNode(name, patch);
    if (answer.kind === 'value') return undoneNode(name, patch.metadata.annotations?.[CORDONED_BY] === null);
    if (isAbsent(answer)) return { kind: 'nothing' };
    words = wordsOf(answer);
    const seen = await ports.kubernetes.getNode(name);
    if (seen.kind === 'value') node = seen.value;
  }
  return { kind: 'failed', line: `marks of node ${name}: ${words}` };
}

function undoneNode(node: string, wasCordoned: boolean): Undo {
  return { kind: 'undone', line: wasCordoned ? `node ${node} takes pods again` : `node ${node} has lost our marks` };
}
