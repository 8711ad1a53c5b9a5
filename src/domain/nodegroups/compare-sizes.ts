import type { CreateNodegroupRequest, Nodegroup, ScalingConfig } from '../eks/nodegroup.ts';
import { REPLACES_TAG } from './tags.ts';

/** A group that another run has left is not of the sizes that are asked for. */
export interface OtherSizes {
  /** Both sizes, in words. */
  readonly why: string;
  /** What makes them equal, in words and as a command. */
  readonly whatToDo: string;
}

/**
 * Null when a group that another run has left has the sizes of the request. More nodes than asked for are no difference,
 * as long as the bounds are the same: somebody scales the group within them.
 */
export function compareSizes(group: Nodegroup, request: CreateNodegroupRequest): OtherSizes | null {
  const [is, asked] = [group.scalingConfig, request.scalingConfig];
  if (is.minSize === asked.minSize && is.maxSize === asked.maxSize && is.desiredSize >= asked.desiredSize) return null;
  const old = request.tags?.[REPLACES_TAG] ?? 'the old group';
  const why = `its sizes are ${inWords(is)}; those asked for after ${old} are ${inWords(asked)}`;
  return {
    why,
    whatToDo: `${warning(is, asked)}make them equal, retry once the group is ACTIVE again: ${command(request, is)}`,
  };
}

/** `minSize=1,maxSize=4,desiredSize=2`, as the AWS CLI takes it. */
const inWords = (it: ScalingConfig): string =>
  `minSize=${it.minSize},maxSize=${it.maxSize},desiredSize=${it.desiredSize}`;

// EKS ends nodes above a lower maximum without looking at budgets.
function warning({ desiredSize }: ScalingConfig, { maxSize }: ScalingConfig): string {
  return desiredSize > maxSize ? `drain ${desiredSize - maxSize} of its nodes first, a lower maximum ends them; ` : '';
}

function command({ clusterName, nodegroupName, scalingConfig }: CreateNodegroupRequest, is: ScalingConfig): string {
  const desiredSize = Math.max(scalingConfig.desiredSize, Math.min(is.desiredSize, scalingConfig.maxSize));
  const sizes = inWords({ ...scalingConfig, desiredSize });
  return `aws eks update-nodegroup-config --cluster-name ${clusterName} --nodegroup-name ${nodegroupName} --scaling-config ${sizes}`;
}
