import type { ClaimObject, NodeObject, NodeSelection, PodObject, VolumeObject } from '../model/object.ts';
import type { ObjectStore } from '../model/store.ts';
import type { World } from '../model/world.ts';

export type VolumeZones =
  | { readonly kind: 'known'; readonly selections: readonly NodeSelection[] }
  | { readonly kind: 'missing'; readonly why: string };

/** Where the volumes of a pod can be mounted. A claim without a volume yet can be bound anywhere. */
export function zonesOfVolumes(store: ObjectStore, pod: PodObject): VolumeZones {
  const selections: NodeSelection[] = [];
  for (const name of claimNames(pod)) {
    const claim = store.get('persistentvolumeclaims', pod.metadata.namespace, name);
    if (!claim) return { kind: 'missing', why: `persistentvolumeclaim "${name}" not found` };
    if (claim.spec.volumeName === undefined) continue;
    const required = store.get('persistentvolumes', undefined, claim.spec.volumeName)?.spec.nodeAffinity?.required;
    if (required) selections.push(required);
  }
  return { kind: 'known', selections };
}

/** Gives claims that wait for their first pod a volume in the zone of its node (`WaitForFirstConsumer`, as gp2 does). */
export function bindClaims(world: World, pod: PodObject, node: NodeObject): void {
  const { store } = world;
  for (const name of claimNames(pod)) {
    const claim = store.get('persistentvolumeclaims', pod.metadata.namespace, name);
    if (!claim || claim.spec.volumeName !== undefined) continue;
    const volume = store.create<VolumeObject>('persistentvolumes', volumeFor(claim, node));
    store.update<ClaimObject>('persistentvolumeclaims', claim, {
      ...claim,
      spec: { ...claim.spec, volumeName: volume.metadata.name },
      status: { phase: 'Bound' },
    });
  }
}

function volumeFor(
  claim: ClaimObject,
  node: NodeObject,
): Omit<VolumeObject, 'metadata'> & { readonly metadata: { readonly name: string } } {
  const zone = node.metadata.labels?.['topology.kubernetes.io/zone'];
  const expression = {
    key: 'topology.kubernetes.io/zone',
    operator: 'In' as const,
    values: zone === undefined ? [] : [zone],
  };
  const { storageClassName, accessModes, resources } = claim.spec;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `pvc-${claim.metadata.uid}` },
    spec: {
      ...(storageClassName !== undefined && { storageClassName }),
      ...(accessModes && { accessModes }),
      ...(resources?.requests && { capacity: resources.requests }),
      claimRef: { namespace: claim.metadata.namespace ?? '', name: claim.metadata.name },
      ...(zone !== undefined && {
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } },
      }),
    },
    status: { phase: 'Bound' },
  };
}

const claimNames = (pod: PodObject): readonly string[] =>
  (pod.spec.volumes ?? []).flatMap((it) => it.persistentVolumeClaim?.claimName ?? []);
