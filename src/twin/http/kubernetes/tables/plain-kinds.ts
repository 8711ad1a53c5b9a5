import { age } from './age.ts';
import { AGE, type Column, column, labelsText, NAME, number, wide } from './column.ts';
import { at, count, type Json, list, map, text } from './read.ts';

/** The columns of `kubectl get configmaps`. */
export const CONFIG_MAPS: readonly Column[] = [
  NAME,
  number('Data', (it) => Object.keys(map(it, 'data')).length + Object.keys(map(it, 'binaryData')).length),
  AGE,
];

/** The columns of `kubectl get events`. */
export const EVENTS: readonly Column[] = [
  column('Last Seen', (it, now) => age(at(it, 'lastTimestamp'), now)),
  column('Type', (it) => text(it, 'type', '')),
  column('Reason', (it) => text(it, 'reason', '')),
  column(
    'Object',
    (it) => `${text(it, 'involvedObject.kind', '').toLowerCase()}/${text(it, 'involvedObject.name', '')}`,
  ),
  column('Message', (it) => text(it, 'message', '').trim()),
];

/** The columns of `kubectl get jobs`. */
export const JOBS: readonly Column[] = [
  NAME,
  column('Completions', (it) => `${count(it, 'status.succeeded')}/${text(it, 'spec.completions', '1')}`),
  column('Duration', (it, now) => duration(it, now)),
  AGE,
];

/** The columns of `kubectl get secrets`. */
export const SECRETS: readonly Column[] = [
  NAME,
  column('Type', (it) => text(it, 'type', 'Opaque')),
  number('Data', (it) => Object.keys(map(it, 'data')).length),
  AGE,
];

/** The columns of `kubectl get services`. */
export const SERVICES: readonly Column[] = [
  NAME,
  column('Type', (it) => text(it, 'spec.type', 'ClusterIP')),
  column('Cluster-IP', (it) => text(it, 'spec.clusterIP')),
  column('External-IP', () => '<none>'),
  column('Port(s)', (it) => list(it, 'spec.ports').map(port).join(',') || '<none>'),
  AGE,
  wide('Selector', (it) => labelsText(map(it, 'spec.selector'))),
];

/** The columns of `kubectl get storageclasses`. */
export const STORAGE_CLASSES: readonly Column[] = [
  column('Name', (it) => `${text(it, 'metadata.name', '')}${isDefault(it) ? ' (default)' : ''}`),
  column('Provisioner', (it) => text(it, 'provisioner', '')),
  column('ReclaimPolicy', (it) => text(it, 'reclaimPolicy', 'Delete')),
  column('VolumeBindingMode', (it) => text(it, 'volumeBindingMode', 'Immediate')),
  column('AllowVolumeExpansion', (it) => String(at(it, 'allowVolumeExpansion') === true)),
  AGE,
];

/** The columns of a Scale. */
export const SCALES: readonly Column[] = [
  NAME,
  number('Desired', (it) => count(it, 'spec.replicas')),
  number('Available', (it) => count(it, 'status.replicas')),
  AGE,
  wide('Selector', (it) => text(it, 'status.selector', '')),
];

function duration(job: Json, now: number): string {
  const start = at(job, 'status.startTime');
  const end = at(job, 'status.completionTime');
  if (typeof start !== 'string') return '';
  return age(start, typeof end === 'string' ? Date.parse(end) : now);
}

const port = (it: Json): string => `${text(it, 'port')}/${text(it, 'protocol', 'TCP')}`;

const isDefault = (it: Json): boolean =>
  map(it, 'metadata.annotations')['storageclass.kubernetes.io/is-default-class'] === 'true';
