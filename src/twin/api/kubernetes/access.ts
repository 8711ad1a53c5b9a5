import type { Access as PortAccess } from '#ports/kubernetes';
import type { Access } from '../../scenario/access-schema.ts';
import type { WireAnswer } from '../answer.ts';
import { detailsOf, qualified, refusal } from './status.ts';

/** What somebody wants to do. */
export type Attempt = PortAccess;

type Rule = Access['denied'][number];

/**
 * Whether it may be done: what is denied may not, and where there is a list of what is allowed, nothing else may. Discovery
 * and the version are not asked about here; they and reviews of one's own access are for every user
 * (https://kubernetes.io/docs/reference/access-authn-authz/rbac/#discovery-roles).
 */
export function mayAttempt({ denied, allowed }: Access, attempt: Attempt): boolean {
  if (denied.some((it) => covers(it, attempt))) return false;
  return allowed === undefined || isOwnReview(attempt) || allowed.some((it) => covers(it, attempt));
}

/** A rule without a namespace is about all of them, one without a name about all objects; an attempt at all is not one at some. */
const covers = (rule: Rule, attempt: Attempt): boolean =>
  rule.verb === attempt.verb &&
  rule.group === attempt.group &&
  rule.resource === attempt.resource &&
  (rule.subresource ?? '') === (attempt.subresource ?? '') &&
  (rule.namespace === undefined || rule.namespace === (attempt.namespace ?? '')) &&
  (rule.name === undefined || rule.name === (attempt.name ?? ''));

const isOwnReview = ({ verb, group, resource }: Attempt): boolean =>
  verb === 'create' && group === 'authorization.k8s.io' && resource.startsWith('selfsubject');

/** 403 in the words of the API server. */
export function forbidden(it: Attempt): WireAnswer {
  const what = it.subresource === undefined ? it.resource : `${it.resource}/${it.subresource}`;
  const where = it.namespace === undefined ? 'at the cluster scope' : `in the namespace "${it.namespace}"`;
  const subject = `${qualified(it.group, it.resource)}${it.name === undefined ? '' : ` "${it.name}"`}`;
  const message = `${subject} is forbidden: User "upgrade" cannot ${it.verb} resource "${what}" in API group "${it.group}" ${where}`;
  return refusal(403, 'Forbidden', message, detailsOf(it.group, it.resource, it.name ?? ''));
}
