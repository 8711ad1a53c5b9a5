import type { Addon, AddonVersion, UpdateAddonRequest } from '#domain/eks/addon';
import type { Cluster } from '#domain/eks/cluster';
import type { Insight, InsightSummary } from '#domain/eks/insight';
import type { CreateNodegroupRequest, Nodegroup, ResizeNodegroupRequest } from '#domain/eks/nodegroup';
import type { Update } from '#domain/eks/update';
import type { Answer } from './answer.ts';

export type {
  Addon,
  AddonVersion,
  Cluster,
  CreateNodegroupRequest,
  Insight,
  InsightSummary,
  Nodegroup,
  ResizeNodegroupRequest,
  Update,
  UpdateAddonRequest,
};

/** `clientRequestToken` of the API: the same token again gives the same update, not a second one. */
export interface Token {
  readonly clientRequestToken: string;
}

/** What we need from Amazon EKS. Lists are complete (all pages). One call is one try, apart from the SDK's own retries of what only reads. */
export interface Eks {
  describeCluster(name: string): Promise<Answer<Cluster>>;
  updateClusterVersion(request: { readonly name: string; readonly version: string } & Token): Promise<Answer<Update>>;
  listUpdates(of: UpdateOf): Promise<Answer<readonly string[]>>;
  describeUpdate(of: UpdateOf & { readonly updateId: string }): Promise<Answer<Update>>;
  listNodegroups(clusterName: string): Promise<Answer<readonly string[]>>;
  describeNodegroup(of: NodegroupName): Promise<Answer<Nodegroup>>;
  createNodegroup(request: CreateNodegroupRequest & Token): Promise<Answer<Nodegroup>>;
  resizeNodegroup(request: ResizeNodegroupRequest & Token): Promise<Answer<Update>>;
  /** The API takes no token here: look, compare, act. */
  deleteNodegroup(of: NodegroupName): Promise<Answer<Nodegroup>>;
  listAddons(clusterName: string): Promise<Answer<readonly string[]>>;
  describeAddon(of: AddonName): Promise<Answer<Addon>>;
  updateAddon(request: UpdateAddonRequest & Token): Promise<Answer<Update>>;
  /** The versions of one add-on that fit `kubernetesVersion`, newest first as the API gives them. */
  describeAddonVersions(of: {
    readonly addonName: string;
    readonly kubernetesVersion: string;
  }): Promise<Answer<readonly AddonVersion[]>>;
  /** Those of the category UPGRADE_READINESS for `kubernetesVersion`, in the order of the API. */
  listInsights(of: {
    readonly clusterName: string;
    readonly kubernetesVersion: string;
  }): Promise<Answer<readonly InsightSummary[]>>;
  describeInsight(of: { readonly clusterName: string; readonly id: string }): Promise<Answer<Insight>>;
}

/** Which updates: of the cluster itself, or of one of its node groups or add-ons. */
export interface UpdateOf {
  readonly name: string;
  readonly nodegroupName?: string;
  readonly addonName?: string;
}

export interface NodegroupName {
  readonly clusterName: string;
  readonly nodegroupName: string;
}

export interface AddonName {
  readonly clusterName: string;
  readonly addonName: string;
}
