import { AGE, CONTAINERS, type Column, column, labelsText, NAME, number, SELECTOR } from './column.ts';
import { at, count, type Json, map } from './read.ts';

const ready = column('Ready', (it) => `${count(it, 'status.readyReplicas')}/${wanted(it)}`);

// The server fills in 1 when a manifest says nothing.
const wanted = (workload: Json): number => Number(at(workload, 'spec.replicas') ?? 1);

/** The columns of `kubectl get deployments`. */
export const DEPLOYMENTS: readonly Column[] = [
  NAME,
  ready,
  number('Up-to-date', (it) => count(it, 'status.updatedReplicas')),
  number('Available', (it) => count(it, 'status.availableReplicas')),
  AGE,
  ...CONTAINERS,
  SELECTOR,
];

/** The columns of `kubectl get statefulsets`. */
export const STATEFUL_SETS: readonly Column[] = [NAME, ready, AGE, ...CONTAINERS];

/** The columns of `kubectl get replicasets`. */
export const REPLICA_SETS: readonly Column[] = [
  NAME,
  number('Desired', wanted),
  number('Current', (it) => count(it, 'status.replicas')),
  number('Ready', (it) => count(it, 'status.readyReplicas')),
  AGE,
  ...CONTAINERS,
  SELECTOR,
];

/** The columns of `kubectl get daemonsets`. */
export const DAEMON_SETS: readonly Column[] = [
  NAME,
  number('Desired', (it) => count(it, 'status.desiredNumberScheduled')),
  number('Current', (it) => count(it, 'status.currentNumberScheduled')),
  number('Ready', (it) => count(it, 'status.numberReady')),
  number('Up-to-date', (it) => count(it, 'status.updatedNumberScheduled')),
  number('Available', (it) => count(it, 'status.numberAvailable')),
  column('Node Selector', (it) => labelsText(map(it, 'spec.template.spec.nodeSelector'))),
  AGE,
  ...CONTAINERS,
  SELECTOR,
];
