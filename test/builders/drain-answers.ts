import type { Refused, Unknown } from '#ports/answer';

/** A refusal of the Kubernetes API, as it comes over the wire. */
export const refused = (
  status: number,
  code: string,
  message: string,
  more: Partial<Pick<Refused, 'causes' | 'retryAfterSeconds'>> = {},
): Refused => ({ kind: 'refused', status, code, message, causes: [], ...more });

/** The answers to an eviction that have a meaning of their own. */
export const EVICTION = {
  budget: refused(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [
      {
        reason: 'DisruptionBudget',
        message: 'The disruption budget web needs 2 healthy pods and has 2 currently',
      },
    ],
  }),
  stale: refused(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [
      { reason: 'DisruptionBudget', message: 'The disruption budget web is still being processed by the server.' },
    ],
    retryAfterSeconds: 10,
  }),
  throttled: refused(429, 'TooManyRequests', 'Too many requests, please try again later.', { retryAfterSeconds: 1 }),
  severalBudgets: refused(
    500,
    '',
    'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
  ),
  webhookAway: refused(
    500,
    'InternalError',
    'Internal error occurred: failed calling webhook "drain.strimzi.io": connection refused',
  ),
  webhookDenied: refused(403, 'Forbidden', 'admission webhook "drain.strimzi.io" denied the request: not now'),
  namespaceTerminating: refused(403, 'Forbidden', 'unable to create new content in namespace x', {
    causes: [{ reason: 'NamespaceTerminating', message: 'namespace x is being terminated' }],
  }),
  forbidden: refused(
    403,
    'Forbidden',
    'pods "web-1" is forbidden: User "bot" cannot create resource "pods/eviction" in API group "" in the namespace "default"',
  ),
  conflict: refused(409, 'Conflict', 'the UID in the precondition does not match'),
  notFound: refused(404, 'NotFound', 'pods "web-1" not found'),
  leaderChange: refused(500, 'InternalError', 'etcdserver: leader changed'),
  writeConflicts: refused(504, 'Timeout', 'couldn\'t update PodDisruptionBudget "web" due to conflicts', {
    retryAfterSeconds: 10,
  }),
  reset: { kind: 'unknown', code: 'ECONNRESET', message: 'socket hang up' } satisfies Unknown,
} as const;
