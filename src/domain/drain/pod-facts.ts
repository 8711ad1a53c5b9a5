import type { Condition, OwnerReference } from '#domain/kubernetes/metadata';
import type { Pod } from '#domain/kubernetes/pod';

type Owned = { readonly metadata: { readonly ownerReferences?: readonly OwnerReference[] } };

/** `namespace/name`, as people and `--accept` name a pod. */
export const podName = (pod: Pod): string => `${pod.metadata.namespace}/${pod.metadata.name}`;

/** The owner that manages the object: the reference with `controller: true`. */
export const controllerOf = (object: Owned): OwnerReference | undefined =>
  object.metadata.ownerReferences?.find((it) => it.controller === true);

/** The API group of an owner reference, `''` for core: `apps/v1` → `apps`. */
export const groupOf = (owner: OwnerReference): string =>
  owner.apiVersion.includes('/') ? owner.apiVersion.slice(0, owner.apiVersion.indexOf('/')) : '';

/** Succeeded or Failed: nothing runs any more, and the server evicts it without looking at budgets. */
export const isFinished = (pod: Pod): boolean => pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';

/** On its way out: `deletionTimestamp` is set. */
export const isTerminating = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined;

/** The Ready condition is True. */
export const isReady = (pod: Pod): boolean => conditionOf(pod, 'Ready')?.status === 'True';

/** A condition of the pod by its type. */
export const conditionOf = (pod: Pod, type: string): Condition | undefined =>
  pod.status.conditions?.find((it) => it.type === type);
