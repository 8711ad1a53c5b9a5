import type { Pod } from '#domain/kubernetes/pod';
import type { Workload } from '#domain/kubernetes/workload';
import { controllerOf, groupOf, podName } from './pod-facts.ts';

type Workloads = ReadonlyMap<string, Workload>;

/** The workload that brings the pod back: its controller, or the Deployment above its ReplicaSet; by UID in `workloads`. */
export function workloadOf(pod: Pod, workloads: Workloads): Workload | undefined {
  const controller = controllerOf(pod);
  const direct = controller && workloads.get(controller.uid);
  if (direct?.kind !== 'ReplicaSet') return direct;
  const above = controllerOf(direct);
  return (above && workloads.get(above.uid)) ?? direct;
}

/** `Deployment/default/web` */
export const workloadName = ({ kind, metadata }: Workload): string => `${kind}/${metadata.namespace}/${metadata.name}`;

/** What the pod belongs to, also where its controller is of a kind we cannot read; a pod without one stands for itself. */
export function belongsTo(pod: Pod, workloads: Workloads): string {
  const workload = workloadOf(pod, workloads);
  if (workload) return workloadName(workload);
  const controller = controllerOf(pod);
  return controller ? `${controller.kind}/${pod.metadata.namespace}/${controller.name}` : `Pod/${podName(pod)}`;
}

/** Managed by a DaemonSet of apps/*; other groups have kinds of that name too. */
export function isDaemonSetPod(pod: Pod): boolean {
  const controller = controllerOf(pod);
  return controller?.kind === 'DaemonSet' && groupOf(controller) === 'apps';
}
