import { UpgradeError } from '#errors/upgrade-error';
import type { Nodegroup } from '../eks/nodegroup.ts';
import { minorOf } from '../versions/minor.ts';

/** Amazon Linux 2 images end with this minor (https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html). */
const LAST_WITH_AL2 = 32;

/** Throws when EKS has no image of the group's type for the target version: a new type has to be chosen by a person. */
export function assertImageExists(group: Pick<Nodegroup, 'nodegroupName' | 'amiType'>, to: string): void {
  if (!group.amiType?.startsWith('AL2_') || (minorOf(to) ?? 0) <= LAST_WITH_AL2) return;
  throw new UpgradeError(
    'AmiTypeGone',
    `node group ${group.nodegroupName} has AMI type ${group.amiType}; EKS has no Amazon Linux 2 images for ${to} (the last is 1.${LAST_WITH_AL2})`,
    { hint: 'move the group to AL2023 or Bottlerocket first, then start again' },
  );
}
