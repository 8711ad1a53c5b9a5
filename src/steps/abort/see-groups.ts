import { groupOf, isOurCordon } from '#domain/drain/marks';
import type { Nodegroup } from '#ports/eks';
import type { Node } from '#ports/kubernetes';
import { isAbsent } from '../answer/value-or-wait.ts';
import type { StepPorts } from '../step.ts';
import { type Undo, type Wait, whyNotUndone } from './undo.ts';

/** Node groups by name, null for one that is gone; those that may not be looked at are missing, and told as failed. */
export interface Seen {
  readonly kind: 'seen';
  readonly groups: ReadonlyMap<string, Nodegroup | null>;
  readonly failed: readonly Undo[];
}

/** The groups of these names, or why they have to be asked for again. */
export async function seeGroups(
  clusterName: string,
  names: ReadonlySet<string>,
  { eks }: StepPorts,
): Promise<Seen | Wait> {
  const groups = new Map<string, Nodegroup | null>();
  const failed: Undo[] = [];
  for (const nodegroupName of names) {
    const answer = await eks.describeNodegroup({ clusterName, nodegroupName });
    if (answer.kind === 'value') groups.set(nodegroupName, answer.value);
    else if (isAbsent(answer)) groups.set(nodegroupName, null);
    else {
      const why = whyNotUndone(answer, `describe node group ${nodegroupName}`, `state of node group ${nodegroupName}`);
      if (why.kind === 'wait') return why;
      failed.push(why);
    }
  }
  return { kind: 'seen', groups, failed };
}

/** The groups whose nodes this run has closed. */
export const groupsClosedBy = (runId: string, nodes: readonly Node[]): readonly string[] =>
  nodes.filter((it) => isOurCordon(it, runId)).flatMap((it) => groupOf(it) ?? []);
