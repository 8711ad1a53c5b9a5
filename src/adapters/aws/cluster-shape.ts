import type { Cluster as SdkCluster } from '@aws-sdk/client-eks';
import type { Cluster, Issue } from '#domain/eks/cluster';
import { instant, present, required } from './present.ts';

/** A cluster of the SDK in our shape. A cluster that is being created has no endpoint and no certificate yet: empty texts. */
export function toCluster(it: SdkCluster | undefined): Cluster {
  const cluster = required(it, 'cluster');
  return {
    name: required(cluster.name, 'cluster.name'),
    arn: required(cluster.arn, 'cluster.arn'),
    version: required(cluster.version, 'cluster.version'),
    status: required(cluster.status, 'cluster.status'),
    endpoint: cluster.endpoint ?? '',
    createdAt: instant(cluster.createdAt, 'cluster.createdAt'),
    certificateAuthority: cluster.certificateAuthority?.data ?? '',
    subnetIds: cluster.resourcesVpcConfig?.subnetIds ?? [],
    tags: cluster.tags ?? {},
    health: toIssues(cluster.health),
    autoMode: cluster.computeConfig?.enabled ?? false,
    ...present({ platformVersion: cluster.platformVersion, vpcId: cluster.resourcesVpcConfig?.vpcId }),
  };
}

interface SdkHealth {
  readonly issues?:
    | readonly {
        readonly code?: string | undefined;
        readonly message?: string | undefined;
        readonly resourceIds?: string[] | undefined;
      }[]
    | undefined;
}

/** `health.issues` of a cluster, a node group or an add-on. */
export function toIssues(health: SdkHealth | undefined): readonly Issue[] {
  return (health?.issues ?? []).map((it) => ({
    code: it.code ?? 'Unknown',
    message: it.message ?? '',
    resourceIds: it.resourceIds ?? [],
  }));
}
