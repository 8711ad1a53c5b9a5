import type { Addon, Cluster, Nodegroup, Update } from '#ports/eks';

type Mutable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

export type ClusterState = Mutable<Cluster> & {
  readonly roleArn: string | null;
  readonly securityGroupIds: readonly string[];
};
export type NodegroupState = Mutable<Nodegroup> & { modifiedAt: string };
export type AddonState = Mutable<Addon> & { readonly createdAt: string; modifiedAt: string };
export type UpdateState = Mutable<Update> & {
  /** The group or add-on that it belongs to; both absent: the cluster. */
  readonly nodegroupName?: string;
  readonly addonName?: string;
};

export interface SubnetState {
  readonly subnetId: string;
  readonly availabilityZone: string;
  readonly cidrBlock: string;
  /** Free addresses if the nodes took none. */
  freeWithoutNodes: number;
  readonly nextAddresses: string[];
}

/** What was asked for under a `clientRequestToken`, and what came of it. */
export interface TokenUse {
  readonly request: string;
  readonly result: string;
}

/** Everything on the AWS side, in the words of the ports; changed in place. */
export interface EksState {
  readonly cluster: ClusterState;
  readonly nodegroups: Map<string, NodegroupState>;
  readonly addons: Map<string, AddonState>;
  /** In the order of their start. */
  readonly updates: UpdateState[];
  readonly subnets: Map<string, SubnetState>;
  readonly tokens: Map<string, TokenUse>;
}
