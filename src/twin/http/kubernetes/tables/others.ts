import { AGE, type Column, column, NAME, number, wide } from './column.ts';
import { at, count, type Json, list, text } from './read.ts';

/** The columns of `kubectl get poddisruptionbudgets`. */
export const BUDGETS: readonly Column[] = [
  NAME,
  column('Min Available', (it) => text(it, 'spec.minAvailable', 'N/A')),
  column('Max Unavailable', (it) => text(it, 'spec.maxUnavailable', 'N/A')),
  number('Allowed Disruptions', (it) => count(it, 'status.disruptionsAllowed')),
  AGE,
];

/** The columns of `kubectl get leases`. */
export const LEASES: readonly Column[] = [NAME, column('Holder', (it) => text(it, 'spec.holderIdentity', '')), AGE];

/** The columns of `kubectl get persistentvolumeclaims`. */
export const CLAIMS: readonly Column[] = [
  NAME,
  column('Status', (it) => text(it, 'status.phase', '')),
  column('Volume', (it) => text(it, 'spec.volumeName', '')),
  column('Capacity', (it) => text(it, 'status.capacity.storage', text(it, 'spec.resources.requests.storage', ''))),
  column('Access Modes', accessModes),
  column('StorageClass', (it) => text(it, 'spec.storageClassName', '')),
  AGE,
  wide('VolumeMode', (it) => text(it, 'spec.volumeMode', 'Filesystem')),
];

/** The columns of `kubectl get persistentvolumes`. */
export const VOLUMES: readonly Column[] = [
  NAME,
  column('Capacity', (it) => text(it, 'spec.capacity.storage', '')),
  column('Access Modes', accessModes),
  column('Reclaim Policy', (it) => text(it, 'spec.persistentVolumeReclaimPolicy', 'Delete')),
  column('Status', (it) => text(it, 'status.phase', '')),
  column('Claim', claim),
  column('StorageClass', (it) => text(it, 'spec.storageClassName', '')),
  column('Reason', (it) => text(it, 'status.reason', '')),
  AGE,
  wide('VolumeMode', (it) => text(it, 'spec.volumeMode', 'Filesystem')),
];

/** The columns of `kubectl get namespaces`. */
export const NAMESPACES: readonly Column[] = [NAME, column('Status', (it) => text(it, 'status.phase', 'Active')), AGE];

/** The columns of `kubectl get podsecuritypolicies`. */
export const POLICIES: readonly Column[] = [
  NAME,
  column('Priv', (it) => String(at(it, 'spec.privileged') === true)),
  column('Caps', (it) => list(it, 'spec.allowedCapabilities').join(',')),
  column('SELinux', (it) => text(it, 'spec.seLinux.rule', '')),
  column('RunAsUser', (it) => text(it, 'spec.runAsUser.rule', '')),
  column('FSGroup', (it) => text(it, 'spec.fsGroup.rule', '')),
  column('SupGroup', (it) => text(it, 'spec.supplementalGroups.rule', '')),
  column('ReadOnlyRootFS', (it) => String(at(it, 'spec.readOnlyRootFilesystem') === true)),
  column('Volumes', (it) => list(it, 'spec.volumes').join(',')),
];

const SHORT: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

function accessModes(it: Json): string {
  return list(it, 'spec.accessModes')
    .map((mode) => SHORT[String(mode)] ?? String(mode))
    .join(',');
}

function claim(volume: Json): string {
  const name = text(volume, 'spec.claimRef.name', '');
  return name === '' ? '' : `${text(volume, 'spec.claimRef.namespace', '')}/${name}`;
}
