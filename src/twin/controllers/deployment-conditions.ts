import { type Condition, timestamp, type WorkloadObject } from '../model/object.ts';
import { rolloutRoom } from './rolling-sizes.ts';

interface Progress {
  /** Name of the ReplicaSet of the present template. */
  readonly newest: string;
  readonly total: number;
  readonly updated: number;
  readonly ready: number;
}

/** A condition of a Deployment; an update of its words does not make it a transition. */
export type DeploymentCondition = Condition & { readonly lastUpdateTime?: string };

/** Available and Progressing in the words of the deployment controller; the deadline of a rollout is not watched. */
export function deploymentConditions(
  deployment: WorkloadObject,
  progress: Progress,
  now: number,
): readonly DeploymentCondition[] {
  const held = (deployment.status as { readonly conditions?: readonly DeploymentCondition[] }).conditions ?? [];
  const at = timestamp(now);
  const wanted = [available(deployment, progress), progressing(deployment, progress, held)];
  const others = held.filter((it) => !wanted.some(({ type }) => type === it.type));
  const next = wanted.map((it) => following(it, held, at));
  return [...others, ...next].sort((a, b) => order(held, a) - order(held, b));
}

/** The condition as it was when nothing of it changed; otherwise the new one with its times. */
function following(next: DeploymentCondition, held: readonly DeploymentCondition[], at: string): DeploymentCondition {
  const before = held.find((it) => it.type === next.type);
  if (before?.status === next.status && before.reason === next.reason && before.message === next.message) return before;
  const since = before?.status === next.status ? (before.lastTransitionTime ?? at) : at;
  return { ...next, lastUpdateTime: at, lastTransitionTime: since };
}

/** Where it stood; new ones come last. */
function order(held: readonly DeploymentCondition[], { type }: DeploymentCondition): number {
  const index = held.findIndex((it) => it.type === type);
  return index < 0 ? held.length : index;
}

function available({ spec }: WorkloadObject, { ready }: Progress): DeploymentCondition {
  const desired = spec.replicas ?? 1;
  const isEnough = ready >= desired - rolloutRoom(desired, spec.strategy).unavailable;
  return isEnough
    ? condition('Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.')
    : condition('Available', 'False', 'MinimumReplicasUnavailable', 'Deployment does not have minimum availability.');
}

/** A rollout that was complete stays so when pods of its set fail later. */
function progressing(
  { spec }: WorkloadObject,
  { newest, total, updated, ready }: Progress,
  held: readonly DeploymentCondition[],
): DeploymentCondition {
  const desired = spec.replicas ?? 1;
  const before = held.find((it) => it.type === 'Progressing');
  const words = `ReplicaSet "${newest}" has successfully progressed.`;
  const wasComplete = before?.reason === COMPLETE && before.message === words && total === updated;
  const isComplete = updated === desired && total === desired && ready >= desired;
  return wasComplete || isComplete
    ? condition('Progressing', 'True', COMPLETE, words)
    : condition('Progressing', 'True', 'ReplicaSetUpdated', `ReplicaSet "${newest}" is progressing.`);
}

const COMPLETE = 'NewReplicaSetAvailable';

const condition = (
  type: string,
  status: Condition['status'],
  reason: string,
  message: string,
): DeploymentCondition => ({ type, status, reason, message });
