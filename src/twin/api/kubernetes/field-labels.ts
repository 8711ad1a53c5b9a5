import type { WireAnswer } from '../answer.ts';
import { parseFieldSelector } from './query.ts';
import { badRequest } from './status.ts';

/** Fields by which a kind may be selected, beside name and namespace (kubernetes/pkg/apis/core/v1/conversion.go). */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  pods: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.podIPs',
    'status.nominatedNodeName',
  ],
  nodes: ['spec.unschedulable'],
  namespaces: ['status.phase'],
  events: [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  'apps/replicasets': ['status.replicas'],
  'batch/jobs': ['status.successful'],
};

/** 400 when a selector names a field by which the kind (its key in the store) cannot be selected; null when it is fine. */
export function unsupportedField(key: string, fieldSelector: string | undefined): WireAnswer | null {
  const isKnown = (path: string) =>
    path === 'metadata.name' || path === 'metadata.namespace' || (FIELDS[key] ?? []).includes(path);
  const unknown = parseFieldSelector(fieldSelector ?? '').find(({ path }) => !isKnown(path));
  return unknown === undefined ? null : badRequest(`field label not supported: ${unknown.path}`);
}
