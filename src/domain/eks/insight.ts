/** What EKS found out about the readiness of a cluster for a version (https://docs.aws.amazon.com/eks/latest/userguide/cluster-insights.html). */
export interface Insight {
  readonly id: string;
  readonly name: string;
  /** `PASSING`, `WARNING`, `ERROR`, `UNKNOWN` */
  readonly status: string;
  readonly reason: string;
  readonly recommendation: string;
  /** What it is about: `/apis/…/volumeattributesclasses/gold`, or an ARN; at most what EKS lists. */
  readonly resources: readonly string[];
  /** Uses of APIs that the version no longer serves. */
  readonly deprecations: readonly Deprecation[];
}

export type InsightSummary = Pick<Insight, 'id' | 'name' | 'status' | 'reason'>;

export interface Deprecation {
  /** `/apis/storage.k8s.io/v1beta1/volumeattributesclasses` */
  readonly usage: string;
  readonly replacedWith: string;
  /** `1.37` */
  readonly stopServingVersion: string;
  /** Who has asked for it in the last 30 days. */
  readonly clients: readonly { readonly userAgent: string; readonly requests: number }[];
}
