import type { Node } from '../kubernetes/node.ts';

/** The label EKS puts on each node of a managed group (https://docs.aws.amazon.com/eks/latest/userguide/managed-node-groups.html). */
export const NODEGROUP = 'eks.amazonaws.com/nodegroup';

/** `auto`, `fargate` or `hybrid`; absent on nodes of groups. */
export const COMPUTE_TYPE = 'eks.amazonaws.com/compute-type';

/** The availability zone of a node. */
export const ZONE = 'topology.kubernetes.io/zone';

/** Ready is True. */
export const isReady = (node: Node): boolean =>
  node.status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
