import type { AuditEvent } from './audit-log.ts';

/** What a runner must never have asked of an API server: to evict a pod that it had evicted, to open a node again that somebody else closed. */
export function auditProblems(requests: readonly AuditEvent[], closedByOthers: readonly string[]): readonly string[] {
  return [...evictedTwice(requests), ...opened(requests, closedByOthers)];
}

function evictedTwice(requests: readonly AuditEvent[]): readonly string[] {
  const done = new Set<string>();
  const problems: string[] = [];
  for (const { objectRef, requestObject, responseStatus } of requests.filter(isEviction)) {
    const pod = `${objectRef?.namespace}/${objectRef?.name}`;
    // Servers of 1.20 and 1.21 leave the body of an eviction out of the log, whatever the level.
    const uid = requestObject === undefined ? pod : (requestObject as Eviction).deleteOptions?.preconditions?.uid;
    if (uid === undefined) problems.push(`pod ${pod} was evicted without its uid`);
    else if (done.has(uid)) problems.push(`pod ${pod} (${uid}) was evicted again after the server had taken it`);
    if (uid !== undefined && responseStatus?.code === 201) done.add(uid);
  }
  return problems;
}

interface Eviction {
  readonly deleteOptions?: { readonly preconditions?: { readonly uid?: string } };
}

/** An eviction that was really asked for. */
export const isEviction = ({ verb, objectRef }: AuditEvent): boolean =>
  verb === 'create' && objectRef?.resource === 'pods' && objectRef.subresource === 'eviction';

function opened(requests: readonly AuditEvent[], closedByOthers: readonly string[]): readonly string[] {
  return requests
    .filter(({ verb, objectRef }) => verb === 'patch' && objectRef?.resource === 'nodes')
    .filter(({ objectRef }) => closedByOthers.includes(objectRef?.name ?? ''))
    .filter(({ requestObject }) => !leavesClosed(requestObject))
    .map(({ objectRef }) => `node ${objectRef?.name} was opened, which somebody else had closed`);
}

function leavesClosed(body: unknown): boolean {
  const { spec } = body as { readonly spec?: { readonly unschedulable?: boolean | null } };
  return spec?.unschedulable === undefined || spec.unschedulable === true;
}
