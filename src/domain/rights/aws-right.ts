import type { Purpose } from './purpose.ts';

/** What an action is allowed on; `arnsOf` has the ARNs. */
export type AwsObject =
  | 'any'
  | 'cluster'
  | 'node-groups'
  | 'add-ons'
  /** Node groups and add-ons that do not exist (yet): to be told so is allowed too. */
  | 'missing'
  | 'node-role'
  | 'add-on-roles'
  | 'node-group-service-role'
  | 'launched'
  | 'launched-tags';

/** One action of AWS on one kind of thing, why it is needed, and where that is written. */
export interface AwsRight {
  readonly action: `${string}:${string}`;
  readonly on: AwsObject;
  readonly why: string;
  readonly purposes: readonly Purpose[];
  /** EKS itself does it, in the name of whoever calls this operation. */
  readonly within?: 'CreateNodegroup' | 'UpdateAddon';
  /** Only where the node group has a launch template of its own, the add-on a role; absent: always. */
  readonly where?: 'launch-template' | 'add-on-role';
  /** Without it a run goes on, and says what it could not see. */
  readonly optional?: true;
  /** Public URL; absent: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonelastickubernetesservice.html */
  readonly source?: string;
}
