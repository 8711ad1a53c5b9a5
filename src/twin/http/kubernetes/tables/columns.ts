import { AGE, type Column, NAME } from './column.ts';
import { NODES } from './nodes.ts';
import { BUDGETS, CLAIMS, LEASES, NAMESPACES, POLICIES, VOLUMES } from './others.ts';
import { CONFIG_MAPS, EVENTS, JOBS, SCALES, SECRETS, SERVICES, STORAGE_CLASSES } from './plain-kinds.ts';
import { PODS } from './pods.ts';
import { DAEMON_SETS, DEPLOYMENTS, REPLICA_SETS, STATEFUL_SETS } from './workloads.ts';

const BY_RESOURCE: Readonly<Record<string, readonly Column[]>> = {
  nodes: NODES,
  pods: PODS,
  deployments: DEPLOYMENTS,
  statefulsets: STATEFUL_SETS,
  daemonsets: DAEMON_SETS,
  replicasets: REPLICA_SETS,
  poddisruptionbudgets: BUDGETS,
  leases: LEASES,
  persistentvolumeclaims: CLAIMS,
  persistentvolumes: VOLUMES,
  namespaces: NAMESPACES,
  podsecuritypolicies: POLICIES,
  configmaps: CONFIG_MAPS,
  events: EVENTS,
  jobs: JOBS,
  scales: SCALES,
  secrets: SECRETS,
  services: SERVICES,
  storageclasses: STORAGE_CLASSES,
};

/**
 * The columns that real servers give for a resource; name and age for those not listed.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/printers/internalversion/printers.go
 */
export const columnsOf = (resource: string): readonly Column[] => BY_RESOURCE[resource] ?? [NAME, AGE];
