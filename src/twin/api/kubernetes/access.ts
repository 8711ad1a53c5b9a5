import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import { detailsOf, qualified, refusal } from './status.ts';

/** What somebody wants to do. */
export interface Attempt {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Whether the scenario denies it. An entry without namespace denies it everywhere. */
export const isDenied = (world: World, attempt: Attempt): boolean =>
  world.scenario.access.denied.some(
    (it) =>
      it.verb === attempt.verb &&
      it.group === attempt.group &&
      it.resource === attempt.resource &&
      (it.subresource ?? '') === (attempt.subresource ?? '') &&
      (it.namespace === undefined || it.namespace === (attempt.namespace ?? '')),
  );

/** 403 in the words of the API server. */
export function forbidden(it: Attempt): WireAnswer {
  const what = it.subresource === undefined ? it.resource : `${it.resource}/${it.subresource}`;
  const where = it.namespace === undefined ? 'at the cluster scope' : `in the namespace "${it.namespace}"`;
  const subject = `${qualified(it.group, it.resource)}${it.name === undefined ? '' : ` "${it.name}"`}`;
  const message = `${subject} is forbidden: User "upgrade" cannot ${it.verb} resource "${what}" in API group "${it.group}" ${where}`;
  return refusal(403, 'Forbidden', message, detailsOf(it.group, it.resource, it.name ?? ''));
}

/** POST selfsubjectrulesreviews: everything is allowed, except what the scenario denies one by one. */
export function reviewRules(world: World, body: unknown): WireAnswer {
  const { spec = {} } = (body ?? {}) as { readonly spec?: object };
  const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] };
  return {
    status: 201,
    body: {
      kind: 'SelfSubjectRulesReview',
      apiVersion: 'authorization.k8s.io/v1',
      metadata: { creationTimestamp: null },
      spec,
      status: {
        resourceRules: [everything],
        nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        incomplete: world.scenario.access.denied.length > 0,
      },
    },
  };
}

/** POST selfsubjectaccessreviews. */
export function reviewAccess(world: World, body: unknown): WireAnswer {
  const review = (body ?? {}) as { readonly spec?: { readonly resourceAttributes?: Partial<Attempt> } };
  const { verb = '', group = '', resource = '', subresource, namespace } = review.spec?.resourceAttributes ?? {};
  const attempt = { verb, group, resource, ...(subresource && { subresource }), ...(namespace && { namespace }) };
  const isAllowed = !isDenied(world, attempt);
  return {
    status: 201,
    body: {
      kind: 'SelfSubjectAccessReview',
      apiVersion: 'authorization.k8s.io/v1',
      metadata: { creationTimestamp: null },
      spec: review.spec ?? {},
      status: isAllowed
        ? { allowed: true, reason: 'RBAC: allowed by ClusterRoleBinding "upgrade"' }
        : { allowed: false },
    },
  };
}
