import { byUid } from '../drain/budget.ts';
import { workloadName } from '../drain/owner.ts';
import { controllerOf } from '../drain/pod-facts.ts';
import { readyOf, unreadyPods } from '../drain/workload-back.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { Workload } from '../kubernetes/workload.ts';

export interface Unready {
  /** `Deployment/default/web` */
  readonly workload: string;
  readonly ready: number;
  readonly wanted: number;
  /** `1 of 3 ready; default/web-1 cannot be placed: …` */
  readonly why: string;
}

/** The workloads with fewer ready pods than they want, and why; a ReplicaSet of a Deployment is left to its Deployment. */
export function unreadyWorkloads(workloads: readonly Workload[], pods: readonly Pod[]): readonly Unready[] {
  const known = byUid(workloads);
  return workloads
    .filter((it) => controllerOf(it) === undefined && readyOf(it) < wantedOf(it))
    .map((it) => {
      const [ready, wanted] = [readyOf(it), wantedOf(it)];
      return {
        workload: workloadName(it),
        ready,
        wanted,
        why: [`${ready} of ${wanted} ready`, ...unreadyPods(it, pods, known)].join('; '),
      };
    });
}

function wantedOf({ kind, spec, status }: Workload): number {
  return kind === 'DaemonSet' ? (status.desiredNumberScheduled ?? 0) : (spec.replicas ?? 1);
}
