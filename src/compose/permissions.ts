import { PLACEHOLDERS } from '#domain/rights/arns';
import { awsRightsFor, iamPolicy } from '#domain/rights/iam-policy';
import { kubernetesRightsFor, rbacRoles } from '#domain/rights/rbac';
import type { Permissions, PermissionsOf } from './composition.ts';

/** The rights of a purpose, as a list and ready to be granted. */
export function permissionsFor({ purpose, ...place }: PermissionsOf): Permissions {
  return {
    aws: awsRightsFor(purpose),
    kubernetes: kubernetesRightsFor(purpose),
    iam: iamPolicy(purpose, { ...PLACEHOLDERS, ...place }),
    rbac: rbacRoles(purpose),
  };
}
