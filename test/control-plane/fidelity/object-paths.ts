import type { Wanted } from './small-world.ts';

/** Group and plural of the kinds that worlds are made of. */
const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  Deployment: ['apps', 'deployments'],
  StatefulSet: ['apps', 'statefulsets'],
  DaemonSet: ['apps', 'daemonsets'],
  Pod: ['', 'pods'],
  PersistentVolume: ['', 'persistentvolumes'],
  PersistentVolumeClaim: ['', 'persistentvolumeclaims'],
  PodDisruptionBudget: ['policy', 'poddisruptionbudgets'],
};

/** `deployments` of a namespace: `/apis/apps/v1/namespaces/shop/deployments`. */
export function listPath(group: string, resource: string, namespace?: string): string {
  const root = group === '' ? '/api/v1' : `/apis/${group}/v1`;
  return namespace === undefined ? `${root}/${resource}` : `${root}/namespaces/${namespace}/${resource}`;
}

/** Where an object is made. */
export const pathFor = ({ kind, metadata }: Wanted): string => listPath(...kindOf(kind), metadata.namespace);

/** Group and plural of a kind. */
export function kindOf(kind: string): readonly [string, string] {
  const found = KINDS[kind];
  if (found === undefined) throw new RangeError(`no path is known for the kind ${kind}`);
  return found;
}
