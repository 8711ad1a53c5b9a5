import { AGE, type Column, column, NAME, wide } from './column.ts';
import { at, count, type Json, list, text } from './read.ts';

/** The columns of `kubectl get pods`. */
export const PODS: readonly Column[] = [
  NAME,
  column('Ready', (pod) => `${readyContainers(pod)}/${list(pod, 'spec.containers').length}`),
  column('Status', status),
  column('Restarts', (pod) => String(containerStatuses(pod).reduce((sum, it) => sum + count(it, 'restartCount'), 0))),
  AGE,
  wide('IP', (pod) => text(pod, 'status.podIP')),
  wide('Node', (pod) => text(pod, 'spec.nodeName')),
  wide('Nominated Node', (pod) => text(pod, 'status.nominatedNodeName')),
  wide('Readiness Gates', readinessGates),
];

const containerStatuses = (pod: Json): readonly Json[] => list(pod, 'status.containerStatuses');

// Where a server tells nothing of single containers, the pod's own condition speaks for all of them.
function readyContainers(pod: Json): number {
  const statuses = containerStatuses(pod);
  if (statuses.length > 0) return statuses.filter((it) => it.ready === true).length;
  return isTrue(pod, 'Ready') ? list(pod, 'spec.containers').length : 0;
}

const isTrue = (pod: Json, type: string): boolean =>
  list(pod, 'status.conditions').some((condition) => condition.type === type && condition.status === 'True');

/** The reason that says most, as printPod of the API server finds it. */
function status(pod: Json): string {
  if (at(pod, 'metadata.deletionTimestamp') !== undefined) {
    return at(pod, 'status.reason') === 'NodeLost' ? 'Unknown' : 'Terminating';
  }
  const word = text(pod, 'status.reason', text(pod, 'status.phase', 'Unknown'));
  return (
    containerStatuses(pod)
      .map(containerReason)
      .findLast((reason) => reason !== null) ?? word
  );
}

function containerReason(container: Json): string | null {
  const reason = at(container, 'state.waiting.reason') ?? at(container, 'state.terminated.reason');
  return typeof reason === 'string' && reason !== '' ? reason : null;
}

function readinessGates(pod: Json): string {
  const gates = list(pod, 'spec.readinessGates');
  if (gates.length === 0) return '<none>';
  return `${gates.filter((gate) => isTrue(pod, text(gate, 'conditionType'))).length}/${gates.length}`;
}
