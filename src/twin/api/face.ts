import type { WireAnswer } from './answer.ts';

/** The one face of the twin: `ports/` hands it to steps, `http/` serialises it. One function per API verb; synchronous. */
export interface TwinFace {
  readonly kubernetes: KubernetesFace;
  readonly eks: EksFace;
  readonly ec2: Ec2Face;
  readonly sts: StsFace;
}

/** `{ group: 'apps', version: 'v1', resource: 'deployments' }`; core is group ''. */
export interface ResourceName {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

export interface ObjectName extends ResourceName {
  readonly namespace?: string;
  readonly name: string;
}

export interface ListQuery extends ResourceName {
  readonly namespace?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  readonly limit?: number;
  readonly continue?: string;
}

export type WatchEvent = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: { readonly metadata: { readonly resourceVersion: string } } & Readonly<Record<string, unknown>>;
};

export interface KubernetesFace {
  version(): WireAnswer;
  /** GET /api, /apis, /api/v1, /apis/<group>/<version>, /openapi/v2: what this server version serves. */
  discover(path: string): WireAnswer;
  get(name: ObjectName): WireAnswer;
  list(query: ListQuery): WireAnswer;
  create(name: ResourceName & { readonly namespace?: string }, body: unknown): WireAnswer;
  replace(name: ObjectName, body: unknown): WireAnswer;
  patch(name: ObjectName, contentType: string, body: unknown): WireAnswer;
  remove(name: ObjectName, options: unknown): WireAnswer;
  /** POST pods/<name>/eviction; `dryRun` from the query. */
  evict(name: { readonly namespace: string; readonly name: string }, body: unknown, dryRun: boolean): WireAnswer;
  /** Calls `listener` for each change after `resourceVersion`; 410 as an answer when that is too old. Returns how to stop. */
  watch(
    query: ListQuery & { readonly resourceVersion?: string },
    listener: (event: WatchEvent) => void,
  ): { readonly stop: () => void } | WireAnswer;
  /** The newest resourceVersion of the whole store. */
  resourceVersion(): string;
}

type EksCall = (request: Readonly<Record<string, unknown>>) => WireAnswer;

/** Bodies as in the EKS REST API: epoch seconds for instants, `clusterName` etc. as the API model says. */
export interface EksFace {
  readonly describeCluster: EksCall;
  readonly listClusters: EksCall;
  readonly updateClusterVersion: EksCall;
  readonly describeUpdate: EksCall;
  readonly listUpdates: EksCall;
  readonly listNodegroups: EksCall;
  readonly describeNodegroup: EksCall;
  readonly createNodegroup: EksCall;
  readonly updateNodegroupConfig: EksCall;
  readonly deleteNodegroup: EksCall;
  readonly listAddons: EksCall;
  readonly describeAddon: EksCall;
  readonly updateAddon: EksCall;
  readonly describeAddonVersions: EksCall;
  readonly listInsights: EksCall;
  readonly describeInsight: EksCall;
}

/** Bodies as JSON in the shape of the STS query API's results. */
export interface StsFace {
  getCallerIdentity(): WireAnswer;
}

/** Bodies as JSON in the shape of the EC2 query API's XML (element names as keys); `http/` writes the XML. */
export interface Ec2Face {
  describeSubnets(subnetIds: readonly string[]): WireAnswer;
  describeInstanceTypes(instanceTypes: readonly string[]): WireAnswer;
}
