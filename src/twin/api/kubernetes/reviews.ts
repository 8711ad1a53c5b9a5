import { keyOf } from '../../model/resources.ts';
import type { Access } from '../../scenario/access-schema.ts';
import type { WireAnswer } from '../answer.ts';
import type { ResourceName } from '../face.ts';
import { type Attempt, mayAttempt } from './access.ts';

/** What answers a POST of a review of the caller's own access; undefined for other resources. */
export const reviewOf = ({ group, resource }: ResourceName): typeof reviewAccess | undefined =>
  REVIEWS[keyOf(group, resource)];

const REVIEWS: Readonly<Record<string, typeof reviewAccess>> = {
  'authorization.k8s.io/selfsubjectaccessreviews': reviewAccess,
  'authorization.k8s.io/selfsubjectrulesreviews': reviewRules,
};

function reviewAccess(access: Access, body: unknown): WireAnswer {
  const review = (body ?? {}) as { readonly spec?: { readonly resourceAttributes?: Partial<Attempt> } };
  const { verb = '', group = '', resource = '', ...rest } = review.spec?.resourceAttributes ?? {};
  const given = Object.fromEntries(Object.entries(rest).filter(([, it]) => it !== ''));
  return reviewed('SelfSubjectAccessReview', review.spec, {
    ...(mayAttempt(access, { verb, group, resource, ...given })
      ? { allowed: true, reason: 'RBAC: allowed by ClusterRoleBinding "upgrade"' }
      : { allowed: false }),
  });
}

/** Everything is allowed, except what is denied one by one; or what is allowed one by one. */
function reviewRules({ denied, allowed }: Access, body: unknown): WireAnswer {
  const { spec } = (body ?? {}) as { readonly spec?: object };
  const everything = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }];
  const rules = allowed?.map(({ verb, group, resource, subresource, name }) => ({
    verbs: [verb],
    apiGroups: [group],
    resources: [subresource === undefined ? resource : `${resource}/${subresource}`],
    ...(name !== undefined && { resourceNames: [name] }),
  }));
  return reviewed('SelfSubjectRulesReview', spec, {
    resourceRules: rules ?? everything,
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: denied.length > 0,
  });
}

const reviewed = (kind: string, spec: object | undefined, status: object): WireAnswer => ({
  status: 201,
  body: {
    kind,
    apiVersion: 'authorization.k8s.io/v1',
    metadata: { creationTimestamp: null },
    spec: spec ?? {},
    status,
  },
});
