import type { OwnerReference } from '#domain/kubernetes/metadata';
import type { Pod } from '#domain/kubernetes/pod';
import type { Workload } from '#domain/kubernetes/workload';
import { controllerOf, groupOf } from './pod-facts.ts';

export interface ExpectedPods {
  /** The sum of the scales of the pods' controllers; a Deployment counts instead of its ReplicaSet. */
  readonly expected: number;
  /** `DaemonSet/logging/agent`: controllers that have no scale, so that a budget cannot be computed. */
  readonly ownersWithoutScale: readonly string[];
  /** Pods without a controller: left out of the sum. */
  readonly unmanaged: readonly Pod[];
}

/** How many pods the controllers of these pods want, as the disruption controller asks them. */
export function expectedPods(pods: readonly Pod[], workloads: ReadonlyMap<string, Workload>): ExpectedPods {
  const scales = new Map<string, number>();
  const without = new Set<string>();
  for (const pod of pods) {
    const owner = controllerOf(pod);
    if (!owner) continue;
    const scaled = scaledOwner(owner, workloads);
    if (scaled) scales.set(scaled.metadata.uid, scaled.spec.replicas ?? 1);
    else if (lacksScale(owner)) without.add(`${owner.kind}/${pod.metadata.namespace}/${owner.name}`);
    // A kind we cannot read may well have a scale: its pods are taken as the number it wants.
    else scales.set(owner.uid, (scales.get(owner.uid) ?? 0) + 1);
  }
  return {
    expected: [...scales.values()].reduce((sum, it) => sum + it, 0),
    ownersWithoutScale: [...without].sort(),
    unmanaged: pods.filter((it) => !controllerOf(it)),
  };
}

function scaledOwner(owner: OwnerReference, workloads: ReadonlyMap<string, Workload>): Workload | undefined {
  const found = workloads.get(owner.uid);
  if (!found || found.kind === 'DaemonSet') return undefined;
  const above = controllerOf(found);
  return (above && workloads.get(above.uid)) ?? found;
}

function lacksScale(owner: OwnerReference): boolean {
  const kind = `${groupOf(owner)}/${owner.kind}`;
  return kind === 'apps/DaemonSet' || kind === 'batch/Job' || kind === '/Node';
}
