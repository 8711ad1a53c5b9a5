import type { Nodegroup, ResizeNodegroupRequest, ScalingConfig } from '#domain/eks/nodegroup';

/**
 * The request that pins a group to its size, so that nothing scales it while it is drained; null when it is pinned
 * already. Never lower than what is there or on its way: a lower maximum ends nodes without looking at budgets.
 */
export function freezeRequest(group: Nodegroup, liveNodes: number): ResizeNodegroupRequest | null {
  const size = Math.max(liveNodes, group.scalingConfig.desiredSize);
  // EKS wants a maximum of at least one.
  const frozen = { minSize: size, maxSize: Math.max(1, size), desiredSize: size };
  if (sameSizes(frozen, group.scalingConfig)) return null;
  return { clusterName: group.clusterName, nodegroupName: group.nodegroupName, scalingConfig: frozen };
}

export type Restore =
  | { readonly kind: 'resize'; readonly request: ResizeNodegroupRequest }
  | { readonly kind: 'leave'; readonly why: string };

/** Groups that are going or never came: EKS takes no new sizes for them, and there is nothing to give back. */
const LOST: ReadonlySet<Nodegroup['status']> = new Set(['DELETING', 'DELETE_FAILED', 'CREATE_FAILED']);

/** Gives a frozen group its sizes back, unless it is lost, somebody changed them meanwhile, or that would end nodes. */
export function restoreSizes(group: Nodegroup, before: ScalingConfig): Restore {
  const { scalingConfig: now, clusterName, nodegroupName, status } = group;
  if (LOST.has(status)) return { kind: 'leave', why: `it is ${status}` };
  if (sameSizes(now, before)) return { kind: 'leave', why: `it has its sizes ${formatSizes(before)} already` };
  if (!isFrozen(now)) return { kind: 'leave', why: `somebody changed its sizes to ${formatSizes(now)} meanwhile` };
  if (now.desiredSize > before.maxSize) {
    return {
      kind: 'leave',
      why: `${now.desiredSize} nodes are there and ${formatSizes(before)} would end some of them`,
    };
  }
  const scalingConfig = { ...before, desiredSize: Math.max(before.desiredSize, now.desiredSize) };
  return { kind: 'resize', request: { clusterName, nodegroupName, scalingConfig } };
}

/** `min/desired/max` as people write it: `1/3/5`. */
export const formatSizes = (it: ScalingConfig): string => `${it.minSize}/${it.desiredSize}/${it.maxSize}`;

export const sameSizes = (a: ScalingConfig, b: ScalingConfig): boolean =>
  a.minSize === b.minSize && a.maxSize === b.maxSize && a.desiredSize === b.desiredSize;

const isFrozen = (it: ScalingConfig): boolean =>
  it.minSize === it.desiredSize && it.maxSize === Math.max(1, it.desiredSize);
