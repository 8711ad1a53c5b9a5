import { wordsOf } from '#domain/answers/classify';
import { formatSizes, restoreSizes } from '#domain/drain/freeze';
import type { ScalingConfig } from '#domain/eks/nodegroup';
import { isAbsent } from '../answer/value-or-wait.ts';
import type { StepPorts } from '../step.ts';
import type { Undo } from './undo-marks.ts';

/** The group cannot be resized at this moment: somebody's update, maybe our own freeze, is still running. */
export interface Busy {
  readonly kind: 'busy';
  readonly reason: string;
}

/** Gives a group the sizes back that it had before this run froze it, unless it is gone or somebody changed them. */
export async function restoreGroup(
  clusterName: string,
  nodegroupName: string,
  before: ScalingConfig,
  clientRequestToken: string,
  { eks }: StepPorts,
): Promise<Undo | Busy> {
  const answer = await eks.describeNodegroup({ clusterName, nodegroupName });
  if (isAbsent(answer)) return { kind: 'nothing' };
  if (answer.kind !== 'value') return failed(nodegroupName, wordsOf(answer));
  const restore = restoreSizes(answer.value, before);
  if (restore.kind === 'leave')
    return { kind: 'left', line: `node group ${nodegroupName} is left as it is: ${restore.why}` };
  const resized = await eks.resizeNodegroup({ ...restore.request, clientRequestToken });
  if (resized.kind === 'refused' && resized.status === 409) return { kind: 'busy', reason: wordsOf(resized) };
  if (resized.kind !== 'value') return failed(nodegroupName, wordsOf(resized));
  const sizes = formatSizes(restore.request.scalingConfig);
  return {
    kind: 'undone',
    line: `node group ${nodegroupName} gets its sizes back: ${sizes} (update ${resized.value.id})`,
  };
}

const failed = (group: string, words: string): Undo => ({
  kind: 'failed',
  line: `sizes of node group ${group}: ${words}`,
});
