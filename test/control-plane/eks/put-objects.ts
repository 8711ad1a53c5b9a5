import type { Connection } from '#adapters/kubernetes/connection';
import type { EksState } from '#twin/model/eks-state';
import type { NodeObject, WireObject } from '#twin/model/object';
import { minorOf, resourceByKey } from '#twin/model/resources';
import { objectsOf } from '#twin/scenario/expand';
import type { Scenario } from '#twin/scenario/schema';
import type { Kubelets } from '../kubelet/kubelets.ts';

/** Brings a real cluster into the state that a scenario describes: its nodes join, its objects are created; the rest is up to the controllers. */
export async function putObjects(
  scenario: Scenario,
  eks: EksState,
  { connection, kubelets }: { readonly connection: Connection; readonly kubelets: Kubelets },
): Promise<void> {
  for (const { resource, draft } of inOrder(objectsOf(scenario, eks))) {
    const object = draft as WireObject;
    if (resource === 'nodes') await kubelets.join(object as NodeObject);
    else await create(connection, resource, object, minorOf(scenario.cluster.version));
  }
}

/** Pods are made as soon as their workload is there; by then everything that they refer to has to be. */
function inOrder<It extends { readonly resource: string }>(objects: readonly It[]): readonly It[] {
  const rank = ({ resource }: It) => (resource === 'namespaces' ? 0 : /^(apps|batch)\/|^pods$/.test(resource) ? 2 : 1);
  return [...objects].sort((a, b) => rank(a) - rank(b));
}

/** Creates one object in the version that the server prefers; one that is there already stays as it is. */
async function create(connection: Connection, resource: string, object: WireObject, minor: number): Promise<void> {
  const kind = resourceByKey(resource);
  const version = kind?.versions(minor)[0];
  if (!kind || version === undefined) throw new TypeError(`${resource} is not served by Kubernetes 1.${minor}`);
  const root = kind.group === '' ? `/api/${version}` : `/apis/${kind.group}/${version}`;
  const { namespace } = object.metadata;
  const path = `${root}${kind.isNamespaced ? `/namespaces/${namespace}` : ''}/${kind.resource}`;
  const apiVersion = kind.group === '' ? version : `${kind.group}/${version}`;
  const answer = await connection.call({ method: 'POST', path, body: { ...wanted(object), apiVersion } });
  if (answer.kind === 'value' || (answer.kind === 'refused' && answer.status === 409)) return;
  throw new TypeError(`${path} ${object.metadata.name}: ${answer.code} ${answer.message}`);
}

/** What is asked for, without what the server itself writes. */
function wanted({ metadata, status: _status, ...rest }: WireObject): object {
  const {
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _created,
    generation: _generation,
    ...kept
  } = metadata;
  return { ...rest, metadata: kept };
}
