import { AGE, type Column, column, NAME, wide } from './column.ts';
import { at, type Json, list, map, text } from './read.ts';

/** The columns of `kubectl get nodes`. */
export const NODES: readonly Column[] = [
  NAME,
  column('Status', status),
  column('Roles', roles),
  AGE,
  column('Version', (node) => text(node, 'status.nodeInfo.kubeletVersion', '')),
  wide('Internal-IP', (node) => address(node, 'InternalIP')),
  wide('External-IP', (node) => address(node, 'ExternalIP')),
  wide('OS-Image', (node) => text(node, 'status.nodeInfo.osImage', '<unknown>')),
  wide('Kernel-Version', (node) => text(node, 'status.nodeInfo.kernelVersion', '<unknown>')),
  wide('Container-Runtime', (node) => text(node, 'status.nodeInfo.containerRuntimeVersion', '<unknown>')),
];

function status(node: Json): string {
  const ready = list(node, 'status.conditions').find((condition) => condition.type === 'Ready');
  const word = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return at(node, 'spec.unschedulable') === true ? `${word},SchedulingDisabled` : word;
}

const ROLE = 'node-role.kubernetes.io/';

function roles(node: Json): string {
  const names = Object.keys(map(node, 'metadata.labels'))
    .filter((label) => label.startsWith(ROLE) && label !== ROLE)
    .map((label) => label.slice(ROLE.length));
  return names.sort().join(',') || '<none>';
}

const address = (node: Json, type: string): string =>
  text(
    list(node, 'status.addresses').find((entry) => entry.type === type),
    'address',
  );
