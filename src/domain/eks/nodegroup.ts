import type { Issue } from './cluster.ts';

/** What DescribeNodegroup says (https://docs.aws.amazon.com/eks/latest/APIReference/API_Nodegroup.html). Absent means null in the API. */
export interface Nodegroup {
  readonly nodegroupName: string;
  readonly nodegroupArn: string;
  readonly clusterName: string;
  readonly version?: string;
  readonly releaseVersion?: string;
  readonly status: 'ACTIVE' | 'CREATING' | 'CREATE_FAILED' | 'UPDATING' | 'DELETING' | 'DELETE_FAILED' | 'DEGRADED';
  readonly createdAt: string;
  readonly capacityType?: 'ON_DEMAND' | 'SPOT' | 'CAPACITY_BLOCK';
  readonly scalingConfig: ScalingConfig;
  readonly instanceTypes: readonly string[];
  readonly subnets: readonly string[];
  readonly remoteAccess?: { readonly ec2SshKey?: string; readonly sourceSecurityGroups?: readonly string[] };
  readonly amiType?: string;
  readonly nodeRole: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly NodegroupTaint[];
  readonly diskSize?: number;
  readonly launchTemplate?: LaunchTemplate;
  readonly updateConfig?: { readonly maxUnavailable?: number; readonly maxUnavailablePercentage?: number };
  readonly nodeRepairConfig?: { readonly enabled?: boolean };
  readonly tags: Readonly<Record<string, string>>;
  readonly health: readonly Issue[];
  readonly autoScalingGroups: readonly string[];
}

export interface ScalingConfig {
  readonly minSize: number;
  readonly maxSize: number;
  readonly desiredSize: number;
}

export interface NodegroupTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: 'NO_SCHEDULE' | 'NO_EXECUTE' | 'PREFER_NO_SCHEDULE';
}

export interface LaunchTemplate {
  readonly id?: string;
  readonly name?: string;
  readonly version?: string;
}

/** The body of CreateNodegroup, all but the token. */
export interface CreateNodegroupRequest {
  readonly clusterName: string;
  readonly nodegroupName: string;
  readonly scalingConfig: ScalingConfig;
  readonly subnets: readonly string[];
  readonly nodeRole: string;
  readonly instanceTypes?: readonly string[];
  readonly amiType?: string;
  readonly capacityType?: 'ON_DEMAND' | 'SPOT' | 'CAPACITY_BLOCK';
  readonly diskSize?: number;
  readonly remoteAccess?: { readonly ec2SshKey?: string; readonly sourceSecurityGroups?: readonly string[] };
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly NodegroupTaint[];
  readonly launchTemplate?: LaunchTemplate;
  readonly updateConfig?: { readonly maxUnavailable?: number; readonly maxUnavailablePercentage?: number };
  readonly nodeRepairConfig?: { readonly enabled?: boolean };
  readonly tags?: Readonly<Record<string, string>>;
  readonly version?: string;
}

/** The body of UpdateNodegroupConfig, all but the token. Only sizes are changed by us. */
export interface ResizeNodegroupRequest {
  readonly clusterName: string;
  readonly nodegroupName: string;
  readonly scalingConfig: ScalingConfig;
}
