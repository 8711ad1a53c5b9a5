import type { AwsObject } from './aws-right.ts';

/** What the ARNs are made of; what nobody named is a word in capitals that matches nothing. */
export interface AwsPlace {
  readonly region: string;
  readonly account: string;
  readonly cluster: string;
  /** Name, with its path, of the role of the nodes. */
  readonly nodeRole: string;
  /** The same of the roles that add-ons have; may be empty. */
  readonly addonRoles: readonly string[];
}

export const PLACEHOLDERS: AwsPlace = {
  region: 'REGION',
  account: 'ACCOUNT',
  cluster: 'CLUSTER',
  nodeRole: 'NODE_ROLE',
  addonRoles: ['ADDON_ROLE'],
};

const SERVICE_ROLE = 'aws-service-role/eks-nodegroup.amazonaws.com/AWSServiceRoleForAmazonEKSNodegroup';
const LAUNCHED = [
  'instance',
  'key-pair',
  'launch-template',
  'network-interface',
  'placement-group',
  'security-group',
  'subnet',
  'volume',
];
const TAGGED = ['instance', 'network-interface', 'volume'];

/** The ARNs of an object, as narrow as AWS takes them. */
export function arnsOf(
  object: AwsObject,
  { region, account, cluster, nodeRole, addonRoles }: AwsPlace,
): readonly string[] {
  const partition = partitionOf(region);
  const eks = (rest: string) => `arn:${partition}:eks:${region}:${account}:${rest}`;
  const role = (name: string) => `arn:${partition}:iam::${account}:role/${name}`;
  const ec2 = (kind: string) => `arn:${partition}:ec2:${region}:${account}:${kind}/*`;
  switch (object) {
    case 'any':
      return ['*'];
    case 'cluster':
      return [eks(`cluster/${cluster}`)];
    case 'node-groups':
      return [eks(`nodegroup/${cluster}/*`)];
    case 'add-ons':
      return [eks(`addon/${cluster}/*`)];
    case 'missing':
      return [eks(`/clusters/${cluster}/*`)];
    case 'node-role':
      return [role(nodeRole)];
    case 'add-on-roles':
      return addonRoles.map(role);
    case 'node-group-service-role':
      return [role(SERVICE_ROLE)];
    case 'launched':
      return [
        ...LAUNCHED.map(ec2),
        `arn:${partition}:ec2:${region}::image/*`,
        `arn:${partition}:ec2:${region}::snapshot/*`,
      ];
    case 'launched-tags':
      return TAGGED.map(ec2);
  }
}

// https://docs.aws.amazon.com/general/latest/gr/rande.html; what is not here is in the partition aws.
const PARTITIONS: readonly (readonly [string, string])[] = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-iso-', 'aws-iso'],
  ['us-isob-', 'aws-iso-b'],
  ['us-isof-', 'aws-iso-f'],
  ['eu-isoe-', 'aws-iso-e'],
  ['eusc-', 'aws-eusc'],
];

const partitionOf = (region: string): string => PARTITIONS.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'aws';
