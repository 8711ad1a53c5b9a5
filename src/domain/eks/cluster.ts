/** What DescribeCluster says (https://docs.aws.amazon.com/eks/latest/APIReference/API_Cluster.html). Instants are RFC 3339, UTC. */
export interface Cluster {
  readonly name: string;
  readonly arn: string;
  /** `<major>.<minor>` */
  readonly version: string;
  readonly platformVersion?: string;
  readonly status: 'ACTIVE' | 'CREATING' | 'DELETING' | 'FAILED' | 'PENDING' | 'UPDATING';
  readonly endpoint: string;
  readonly createdAt: string;
  /** Base64 of the PEM. */
  readonly certificateAuthority: string;
  readonly subnetIds: readonly string[];
  readonly vpcId?: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly health: readonly Issue[];
  /** True when EKS Auto Mode manages nodes (computeConfig.enabled). */
  readonly autoMode: boolean;
}

/** An entry of `health.issues` of a cluster, a node group or an add-on. */
export interface Issue {
  readonly code: string;
  readonly message: string;
  readonly resourceIds: readonly string[];
}
