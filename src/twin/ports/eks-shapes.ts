import type { Addon, AddonVersion, Cluster, Insight, InsightSummary, Nodegroup, Update } from '#ports/eks';
import { instantOf, type Json, present } from './present.ts';

/** What stands on the wire of EKS, in the words of the port. */
export function toCluster(it: Json): Cluster {
  const vpc = it.resourcesVpcConfig as Json;
  return present<Cluster>({
    name: it.name,
    arn: it.arn,
    version: it.version,
    platformVersion: it.platformVersion,
    status: it.status,
    endpoint: it.endpoint ?? '',
    createdAt: instantOf(it.createdAt),
    certificateAuthority: (it.certificateAuthority as Json | null)?.data ?? '',
    subnetIds: vpc.subnetIds,
    vpcId: vpc.vpcId,
    tags: it.tags ?? {},
    health: issuesOf(it),
    autoMode: (it.computeConfig as Json | null)?.enabled ?? false,
  });
}

export function toNodegroup(it: Json): Nodegroup {
  const { autoScalingGroups } = it.resources as { readonly autoScalingGroups: readonly { readonly name: string }[] };
  return present<Nodegroup>({
    nodegroupName: it.nodegroupName,
    nodegroupArn: it.nodegroupArn,
    clusterName: it.clusterName,
    version: it.version,
    releaseVersion: it.releaseVersion,
    status: it.status,
    createdAt: instantOf(it.createdAt),
    capacityType: it.capacityType,
    scalingConfig: it.scalingConfig,
    instanceTypes: it.instanceTypes ?? [],
    subnets: it.subnets ?? [],
    remoteAccess: it.remoteAccess && present(it.remoteAccess),
    amiType: it.amiType,
    nodeRole: it.nodeRole,
    labels: it.labels ?? {},
    taints: ((it.taints ?? []) as readonly object[]).map((taint) => present(taint)),
    diskSize: it.diskSize,
    launchTemplate: it.launchTemplate && present(it.launchTemplate),
    updateConfig: it.updateConfig && present(it.updateConfig),
    nodeRepairConfig: it.nodeRepairConfig && present(it.nodeRepairConfig),
    tags: it.tags ?? {},
    health: issuesOf(it),
    autoScalingGroups: autoScalingGroups.map(({ name }) => name),
  });
}

export const toAddon = (it: Json): Addon =>
  present<Addon>({
    addonName: it.addonName,
    addonVersion: it.addonVersion,
    status: it.status,
    serviceAccountRoleArn: it.serviceAccountRoleArn,
    configurationValues: it.configurationValues,
    podIdentityAssociations: it.podIdentityAssociations ?? [],
    health: issuesOf(it),
    tags: it.tags ?? {},
  });

export const toUpdate = (it: Json): Update =>
  present<Update>({
    id: it.id,
    status: it.status,
    type: it.type,
    params: it.params ?? [],
    createdAt: instantOf(it.createdAt),
    errors: it.errors ?? [],
  });

interface AddonInfo {
  readonly addonName: string;
  readonly addonVersions: readonly {
    readonly addonVersion: string;
    readonly compatibilities: readonly { readonly clusterVersion: string; readonly defaultVersion: boolean }[];
  }[];
}

/** The versions that fit `kubernetesVersion`, in the order of the API. */
export const toAddonVersions = (infos: readonly unknown[], kubernetesVersion: string): readonly AddonVersion[] =>
  (infos as readonly AddonInfo[]).flatMap(({ addonName, addonVersions }) =>
    addonVersions.flatMap(({ addonVersion, compatibilities }) =>
      compatibilities
        .filter((it) => it.clusterVersion === kubernetesVersion)
        .map(({ defaultVersion }) => ({ addonName, addonVersion, defaultVersion })),
    ),
  );

export function toInsightSummary(it: Json): InsightSummary {
  const { status, reason } = it.insightStatus as { readonly status: string; readonly reason: string };
  return { id: String(it.id), name: String(it.name), status, reason };
}

export function toInsight(it: Json): Insight {
  const { deprecationDetails } = it.categorySpecificSummary as { readonly deprecationDetails: readonly Json[] };
  return {
    ...toInsightSummary(it),
    recommendation: String(it.recommendation),
    resources: (it.resources as readonly Json[]).map(({ kubernetesResourceUri, arn }) =>
      String(kubernetesResourceUri ?? arn),
    ),
    deprecations: deprecationDetails.map(({ usage, replacedWith, stopServingVersion, clientStats }) => ({
      usage: String(usage),
      replacedWith: String(replacedWith),
      stopServingVersion: String(stopServingVersion),
      clients: (clientStats as readonly Json[]).map(({ userAgent, numberOfRequestsLast30Days }) => ({
        userAgent: String(userAgent),
        requests: Number(numberOfRequestsLast30Days),
      })),
    })),
  };
}

const issuesOf = (it: Json): readonly unknown[] => ((it.health as Json | null)?.issues ?? []) as readonly unknown[];
