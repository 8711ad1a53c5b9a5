import { wordsOf } from '#domain/answers/classify';
import { formatSizes, restoreSizes } from '#domain/drain/freeze';
import type { Nodegroup, ScalingConfig } from '#domain/eks/nodegroup';
import { type Undo, whyNotUndone } from '../abort/undo.ts';
import { isAbsent } from '../answer/value-or-wait.ts';
import type { StepPorts } from '../step.ts';

/** How a group is given its sizes back. */
export interface Restoring {
  readonly before: ScalingConfig;
  /** One for each request, the same in every attempt. */
  readonly clientRequestToken: string;
  /** Until when another update of the group, maybe our own freeze, is waited for, asked once it stands in the way. Instant, ms, UTC. */
  readonly patience: () => number;
}

/** Gives a group the sizes back that it had before this run froze it, unless it is gone or going, or somebody changed them. */
export async function restoreGroup(
  group: Nodegroup,
  { before, clientRequestToken, patience }: Restoring,
  { eks, time }: StepPorts,
): Promise<Undo> {
  const name = group.nodegroupName;
  const restore = restoreSizes(group, before);
  if (restore.kind === 'leave') return { kind: 'left', line: `node group ${name} is left as it is: ${restore.why}` };
  const resized = await eks.resizeNodegroup({ ...restore.request, clientRequestToken });
  const what = `sizes of node group ${name}`;
  if (resized.kind === 'value') {
    const sizes = formatSizes(restore.request.scalingConfig);
    return { kind: 'undone', line: `node group ${name} gets its sizes back: ${sizes} (update ${resized.value.id})` };
  }
  if (isAbsent(resized)) return { kind: 'nothing' };
  if (resized.kind === 'refused' && resized.status === 409 && time.now() < patience())
    return { kind: 'wait', what, endsWhen: 'EKS takes the request', reason: wordsOf(resized) };
  return whyNotUndone(resized, `give node group ${name} its sizes back`, what);
}
