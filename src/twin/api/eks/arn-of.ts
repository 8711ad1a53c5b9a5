import type { World } from '../../model/world.ts';
import type { Request } from './paging.ts';

/** The ARN that IAM is asked about for a call of EKS; `*` for those that are about no cluster. */
export function arnOf({ eks }: World, operation: string, request: Request): string {
  if (operation === 'ListClusters' || operation === 'DescribeAddonVersions') return '*';
  const { arn } = eks.cluster;
  const { nodegroupName, addonName } = request;
  if (typeof nodegroupName === 'string' && operation !== 'CreateNodegroup')
    return eks.nodegroups.get(nodegroupName)?.nodegroupArn ?? byPath(arn, `node-groups/${nodegroupName}`);
  if (typeof addonName !== 'string') return arn;
  return eks.addons.has(addonName) ? `${ofKind(arn, 'addon')}/${addonName}` : byPath(arn, `addons/${addonName}`);
}

/** `arn:…:cluster/ekstest` → `arn:…:nodegroup/ekstest` */
export const ofKind = (clusterArn: string, kind: string): string => clusterArn.replace(':cluster/', `:${kind}/`);

// A thing that is not there has no ARN of its kind: its path stands in refusals
// (https://github.com/terraform-aws-modules/terraform-aws-eks/issues/1725).
const byPath = (clusterArn: string, rest: string): string =>
  `${clusterArn.replace(':cluster/', ':/clusters/')}/${rest}`;
