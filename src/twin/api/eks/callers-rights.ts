import type { World } from '../../model/world.ts';
import type { Access } from '../../scenario/access-schema.ts';
import type { WireAnswer } from '../answer.ts';
import { mayAct } from '../iam.ts';
import { ofKind } from './arn-of.ts';
import type { Request } from './paging.ts';
import { accessDenied, invalidRequest } from './refusals.ts';

interface Need {
  readonly action: string;
  readonly on: string;
  readonly refusal: (need: Need) => WireAnswer;
}

/**
 * What EKS does in the name of whoever calls CreateNodegroup or UpdateAddon, and therefore only with the caller's rights:
 * the permissions of the handlers of CloudFormation for node groups and add-ons
 * (https://schema.cloudformation.us-east-1.amazonaws.com/CloudformationSchema.zip), as far as refusals in public name them.
 * Null: all of it may be done.
 */
export function lackOfCaller(world: World, access: Access, operation: string, request: Request): WireAnswer | null {
  const needs =
    operation === 'CreateNodegroup' ? ofNewGroup(world, request) : operation === 'UpdateAddon' ? ofAddon(request) : [];
  const lack = needs.find(({ action, on }) => !mayAct(access, action, on));
  return lack ? lack.refusal(lack) : null;
}

function ofNewGroup(world: World, { nodegroupName, nodeRole, tags, launchTemplate }: Request): readonly Need[] {
  const { arn, name: clusterName } = world.eks.cluster;
  const [, partition, , region, account] = arn.split(':');
  const ec2 = (kind: string) => `arn:${partition}:ec2:${region}:${account}:${kind}`;
  const serviceRole = `arn:${partition}:iam::${account}:role/aws-service-role/eks-nodegroup.amazonaws.com/AWSServiceRoleForAmazonEKSNodegroup`;
  const tagged = Object.keys((tags as object | undefined) ?? {}).length > 0;
  const template = launchTemplate as { readonly id?: string } | undefined;
  const notAuthorized = ({ action }: Need) =>
    invalidRequest(`You are not authorized to perform ${action}.`, { clusterName });
  const notLaunched = () =>
    invalidRequest(
      'You are not authorized to launch instances with this launch template. Encoded authorization failure message: AAAA',
      { clusterName },
    );
  return [
    ...(tagged ? [denied('eks:TagResource', `${ofKind(arn, 'nodegroup')}/${String(nodegroupName)}/new`)] : []),
    denied('iam:GetRole', serviceRole),
    denied('iam:PassRole', String(nodeRole)),
    denied('iam:GetRole', String(nodeRole)),
    denied('iam:ListAttachedRolePolicies', String(nodeRole)),
    { action: 'ec2:DescribeSubnets', on: '*', refusal: notAuthorized },
    ...(template === undefined
      ? []
      : [
          { action: 'ec2:DescribeLaunchTemplateVersions', on: '*', refusal: notAuthorized },
          { action: 'ec2:RunInstances', on: ec2(`launch-template/${template.id ?? 'by-name'}`), refusal: notLaunched },
          { action: 'ec2:RunInstances', on: ec2('instance/*'), refusal: notLaunched },
          { action: 'ec2:CreateTags', on: ec2('instance/*'), refusal: notLaunched },
        ]),
  ];
}

const ofAddon = ({ serviceAccountRoleArn: role }: Request): readonly Need[] =>
  typeof role === 'string' ? [denied('iam:PassRole', role), denied('iam:GetRole', role)] : [];

const denied = (action: string, on: string): Need => ({ action, on, refusal: (it) => accessDenied(it.action, it.on) });
