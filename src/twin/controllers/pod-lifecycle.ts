import { isFinished, type OwnerReference, type PodObject, timestamp, type WorkloadObject } from '../model/object.ts';
import type { Draft } from '../model/store.ts';
import type { World } from '../model/world.ts';

/** Grace period of a pod that names none (https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination). */
const DEFAULT_GRACE_SECONDS = 30;

/** The pod that a workload makes from its template, not yet bound. */
export function podFromTemplate(
  owner: WorkloadObject,
  name: string,
  more: { readonly labels?: Record<string, string> } = {},
): Draft<PodObject> {
  const { template } = owner.spec;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      ...(owner.metadata.namespace !== undefined && { namespace: owner.metadata.namespace }),
      labels: { ...template.metadata?.labels, ...more.labels },
      ...(template.metadata?.annotations && { annotations: template.metadata.annotations }),
      ownerReferences: [ownerReference(owner)],
    },
    spec: template.spec,
    status: { phase: 'Pending' },
  };
}

export const ownerReference = (owner: WorkloadObject): OwnerReference & { readonly blockOwnerDeletion: true } => ({
  apiVersion: 'apps/v1',
  kind: owner.kind,
  name: owner.metadata.name,
  uid: owner.metadata.uid,
  controller: true,
  blockOwnerDeletion: true,
});

/**
 * Deletes a pod as the API server does: with grace when a kubelet has it, at once when it was never bound or is finished.
 * Asking again changes nothing unless the grace period gets shorter.
 */
export function deletePod(world: World, pod: PodObject, graceSeconds?: number): void {
  const isUnheld = pod.spec.nodeName === undefined || isFinished(pod);
  const grace = isUnheld ? 0 : (graceSeconds ?? pod.spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS);
  if (grace === 0 && !pod.metadata.finalizers?.length) {
    world.store.remove('pods', pod);
    return;
  }
  if (pod.metadata.deletionTimestamp !== undefined && grace >= (pod.metadata.deletionGracePeriodSeconds ?? 0)) return;
  world.store.update('pods', pod, {
    ...pod,
    metadata: {
      ...pod.metadata,
      deletionTimestamp: timestamp(world.time.now() + grace * 1000),
      deletionGracePeriodSeconds: grace,
    },
  });
}
