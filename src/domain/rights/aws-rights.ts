import type { AwsObject, AwsRight } from './aws-right.ts';
import { ANY, CHANGING, CHECKING, type Purpose, RUN } from './purpose.ts';

// What CreateNodegroup and UpdateAddon do in the name of the caller stands nowhere as a list but in the permissions of the
// handlers of CloudFormation, which call them (aws-eks-nodegroup.json and aws-eks-addon.json); of these, what no refusal in
// public names is left out: a service-linked role exists where there are node groups, key pairs are not looked at.
const HANDLERS = 'https://schema.cloudformation.us-east-1.amazonaws.com/CloudformationSchema.zip';

/**
 * Every action of AWS that any call of ours needs, with what it is allowed on
 * (https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonelastickubernetesservice.html).
 * A token for Kubernetes needs none: it is a signed sts:GetCallerIdentity, which cannot be denied. A node group or add-on that
 * does not exist is named by its path in refusals (https://github.com/terraform-aws-modules/terraform-aws-eks/issues/1725).
 */
export const AWS_RIGHTS: readonly AwsRight[] = [
  right('eks:DescribeCluster', 'cluster', 'version, status, subnets and address of the cluster', ANY),
  right('eks:UpdateClusterVersion', 'cluster', 'move the control plane by one minor version', RUN),
  right('eks:ListUpdates', 'cluster', 'whether the cluster is being changed already, by us or by somebody else', ANY),
  right('eks:ListUpdates', 'node-groups', 'the same of a group', ANY),
  right('eks:ListUpdates', 'add-ons', 'the same of an add-on', CHECKING),
  right('eks:DescribeUpdate', 'cluster', 'follow the move of the control plane to its end', ANY),
  right('eks:DescribeUpdate', 'node-groups', 'follow a change of sizes to its end', ANY),
  right('eks:DescribeUpdate', 'add-ons', 'follow the update of an add-on to its end', CHECKING),
  right('eks:ListNodegroups', 'cluster', 'which node groups there are', ANY),
  right('eks:DescribeNodegroup', 'node-groups', 'settings, sizes and health of the groups', ANY),
  right('eks:DescribeNodegroup', 'missing', 'that a name is free, and that a group is gone', RUN),
  right('eks:CreateNodegroup', 'cluster', 'make the group that replaces an old one', RUN),
  right(
    'eks:UpdateNodegroupConfig',
    'node-groups',
    'freeze the size of a group that is emptied, and give its sizes back after an abort',
    CHANGING,
  ),
  right('eks:DeleteNodegroup', 'node-groups', 'delete an old group, once it is empty and that is approved', RUN),
  right('eks:ListAddons', 'cluster', 'which add-ons EKS manages', CHECKING),
  right('eks:DescribeAddon', 'add-ons', 'version, settings and health of the add-ons', CHECKING),
  right('eks:DescribeAddon', 'missing', 'which add-ons are not installed', RUN),
  right('eks:DescribeAddonVersions', 'any', 'which versions of an add-on fit the new version', CHECKING),
  {
    ...right('eks:ListInsights', 'cluster', 'which uses of removed APIs EKS has seen', CHECKING),
    optional: true,
  },
  { ...right('eks:DescribeInsight', 'cluster', 'who uses them', CHECKING), optional: true },
  right('eks:UpdateAddon', 'add-ons', 'move the add-ons to the new version', RUN),
  {
    ...right(
      'ec2:DescribeSubnets',
      'any',
      'free addresses; EKS looks at the subnets too when it makes a group',
      CHECKING,
    ),
    source: 'https://github.com/aws-controllers-k8s/community/issues/2164',
  },
  {
    ...right('ec2:DescribeInstanceTypes', 'any', 'how many addresses a node takes', CHECKING),
    source: 'https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonec2.html',
  },
  {
    ...right('eks:TagResource', 'node-groups', 'tag the new group with its run and with the tags of the old one', RUN),
    within: 'CreateNodegroup',
    source: HANDLERS,
  },
  {
    ...right('iam:PassRole', 'node-role', 'give the new nodes the role of the old ones', RUN),
    within: 'CreateNodegroup',
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html',
  },
  {
    ...right('iam:GetRole', 'node-role', 'EKS looks at the role of the nodes', RUN),
    within: 'CreateNodegroup',
    source: 'https://github.com/terraform-aws-modules/terraform-aws-eks/issues/2018',
  },
  {
    ...right('iam:GetRole', 'node-group-service-role', 'EKS looks whether its own role for node groups is there', RUN),
    within: 'CreateNodegroup',
    source: 'https://github.com/terraform-aws-modules/terraform-aws-eks/issues/823',
  },
  {
    ...right(
      'iam:ListAttachedRolePolicies',
      'node-role',
      'EKS looks whether that role has the policies of a node',
      RUN,
    ),
    within: 'CreateNodegroup',
    source: 'https://github.com/aws-controllers-k8s/community/issues/2164',
  },
  {
    ...right(
      'ec2:DescribeLaunchTemplateVersions',
      'any',
      'EKS reads the launch template that the new group takes over',
      RUN,
    ),
    within: 'CreateNodegroup',
    where: 'launch-template',
    source: HANDLERS,
  },
  {
    ...right(
      'ec2:RunInstances',
      'launched',
      'EKS tries out, starting none, that the caller may start its instances',
      RUN,
    ),
    within: 'CreateNodegroup',
    where: 'launch-template',
    source: 'https://github.com/aws-samples/terraform-eks-code/issues/13',
  },
  {
    ...right('ec2:CreateTags', 'launched-tags', 'the same for the tags that instances get as they start', RUN),
    within: 'CreateNodegroup',
    where: 'launch-template',
    source: HANDLERS,
  },
  {
    ...right('iam:PassRole', 'add-on-roles', 'an add-on with a role of its own keeps it', RUN),
    within: 'UpdateAddon',
    where: 'add-on-role',
    source: HANDLERS,
  },
  {
    ...right('iam:GetRole', 'add-on-roles', 'EKS looks at the role that an add-on keeps', RUN),
    within: 'UpdateAddon',
    where: 'add-on-role',
    source: HANDLERS,
  },
];

function right(action: AwsRight['action'], on: AwsObject, why: string, purposes: readonly Purpose[]): AwsRight {
  return { action, on, why, purposes };
}
