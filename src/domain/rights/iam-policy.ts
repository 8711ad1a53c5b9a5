import { type AwsPlace, arnsOf } from './arns.ts';
import type { AwsObject, AwsRight } from './aws-right.ts';
import { AWS_RIGHTS } from './aws-rights.ts';
import type { Purpose } from './purpose.ts';

/** A policy document of IAM (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html). */
export interface IamPolicy {
  readonly Version: '2012-10-17';
  readonly Statement: readonly IamStatement[];
}

export interface IamStatement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The actions of AWS that a purpose needs. */
export const awsRightsFor = (purpose: Purpose): readonly AwsRight[] =>
  AWS_RIGHTS.filter(({ purposes }) => purposes.includes(purpose));

/** The policy that allows just what a purpose needs: one statement for all actions on the same kind of thing. */
export function iamPolicy(purpose: Purpose, place: AwsPlace): IamPolicy {
  const statements = new Map<AwsObject, IamStatement>();
  for (const { on, action } of awsRightsFor(purpose)) {
    const Resource = arnsOf(on, place);
    const Action = [...(statements.get(on)?.Action ?? []), action].sort();
    if (Resource.length > 0)
      statements.set(on, { Sid: sidOf(on), Effect: 'Allow', Action, Resource, ...conditionOn(on) });
  }
  return { Version: '2012-10-17', Statement: [...statements.values()] };
}

// https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/supported-iam-actions-tagging.html
const conditionOn = (object: AwsObject): Pick<IamStatement, 'Condition'> =>
  object === 'launched-tags' ? { Condition: { StringEquals: { 'ec2:CreateAction': 'RunInstances' } } } : {};

/** `node-group-service-role` → `NodeGroupServiceRole`: a Sid has letters and digits alone. */
const sidOf = (object: AwsObject): string =>
  object
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
