import { wordsOf } from '#domain/answers/classify';
import { decideUndo, type SeenGroups, whyKeptClosed } from '#domain/drain/cordon';
import { CORDONED_BY } from '#domain/drain/marks';
import type { Node } from '#ports/kubernetes';
import { isAbsent } from '../answer/value-or-wait.ts';
import type { StepPorts } from '../step.ts';
import { type Undo, whyNotUndone } from './undo.ts';

/** How often a node that somebody else changes is looked at again. */
const LOOKS = 5;

/** Takes our marks from a node and opens it, unless its group is going: then the cordon stays. */
export async function undoNode(
  first: Node,
  runId: string,
  groups: SeenGroups,
  { kubernetes }: StepPorts,
): Promise<Undo> {
  const { name } = first.metadata;
  const what = `marks of node ${name}`;
  let node = first;
  let words = '';
  for (let look = 0; look < LOOKS; look += 1) {
    const kept = whyKeptClosed(node, runId, groups);
    const patch = decideUndo(node, runId, kept !== null);
    if (!patch) return kept === null ? { kind: 'nothing' } : { kind: 'left', line: keeps(name, kept) };
    const answer = await kubernetes.patchNode(name, patch);
    if (answer.kind === 'value')
      return kept === null ? undone(name, patch.metadata.annotations) : { kind: 'left', line: keeps(name, kept) };
    if (isAbsent(answer)) return { kind: 'nothing' };
    if (answer.kind !== 'refused' || answer.status !== 409) return whyNotUndone(answer, `undo the ${what}`, what);
    words = wordsOf(answer);
    const seen = await kubernetes.getNode(name);
    if (isAbsent(seen)) return { kind: 'nothing' };
    if (seen.kind !== 'value') return whyNotUndone(seen, `get node ${name}`, what);
    node = seen.value;
  }
  return { kind: 'failed', line: `${what}: ${words}` };
}

const keeps = (node: string, why: string): string =>
  `node ${node} keeps the cordon: ${why}, and pods on it would go with it`;

function undone(node: string, annotations: Readonly<Record<string, string | null>> | undefined): Undo {
  const wasCordoned = annotations?.[CORDONED_BY] === null;
  return { kind: 'undone', line: wasCordoned ? `node ${node} takes pods again` : `node ${node} has lost our marks` };
}
