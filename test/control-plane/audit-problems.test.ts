import { describe, expect, it } from 'vitest';
import type { AuditEvent } from './audit-log.ts';
import { auditProblems } from './audit-problems.ts';

const eviction = (uid: string | undefined, code: number, hasBody = true): AuditEvent => ({
  stage: 'ResponseComplete',
  verb: 'create',
  requestURI: '/api/v1/namespaces/default/pods/web-1/eviction',
  user: { username: 'upgrade' },
  objectRef: { resource: 'pods', subresource: 'eviction', namespace: 'default', name: 'web-1' },
  responseStatus: { code },
  ...(hasBody && { requestObject: uid === undefined ? {} : { deleteOptions: { preconditions: { uid } } } }),
});

const patch = (name: string, body: object): AuditEvent => ({
  stage: 'ResponseComplete',
  verb: 'patch',
  requestURI: `/api/v1/nodes/${name}`,
  user: { username: 'upgrade' },
  objectRef: { resource: 'nodes', name },
  responseStatus: { code: 200 },
  requestObject: body,
});

describe('what an audit log tells against a runner', () => {
  it('finds nothing in an eviction that is refused and then taken', () => {
    expect(auditProblems([eviction('a', 429), eviction('a', 201)], [])).toEqual([]);
  });

  it('names a pod that is evicted again after the server had taken its eviction', () => {
    expect(auditProblems([eviction('a', 201), eviction('a', 201)], [])).toEqual([
      'pod default/web-1 (a) was evicted again after the server had taken it',
    ]);
  });

  it('lets the next pod of the same name be evicted', () => {
    expect(auditProblems([eviction('a', 201), eviction('b', 201)], [])).toEqual([]);
  });

  it('goes by the name of the pod where the server keeps no body', () => {
    expect(auditProblems([eviction('a', 201, false), eviction('a', 201, false)], [])).toEqual([
      'pod default/web-1 (default/web-1) was evicted again after the server had taken it',
    ]);
  });

  it('names a pod that is evicted whoever it is', () => {
    expect(auditProblems([eviction(undefined, 201)], [])).toEqual(['pod default/web-1 was evicted without its uid']);
  });

  it.each([false, null])('names a node of somebody else that is opened by unschedulable: %s', (unschedulable) => {
    const opened = 'node theirs was opened, which somebody else had closed';
    expect(auditProblems([patch('theirs', { spec: { unschedulable } })], ['theirs'])).toEqual([opened]);
    expect(auditProblems([patch('ours', { spec: { unschedulable } })], ['theirs'])).toEqual([]);
  });
});
