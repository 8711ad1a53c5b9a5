import type { Insight as SdkInsight, InsightSummary as SdkInsightSummary } from '@aws-sdk/client-eks';
import type { Insight, InsightSummary } from '#domain/eks/insight';
import { required } from './present.ts';

/** An insight of the SDK's list in our shape. */
export const toInsightSummary = (it: SdkInsightSummary): InsightSummary => ({
  id: required(it.id, 'insight.id'),
  name: it.name ?? '',
  status: required(it.insightStatus?.status, 'insight.insightStatus.status'),
  reason: it.insightStatus?.reason ?? '',
});

/** An insight with all that EKS tells of it. */
export function toInsight(it: SdkInsight | undefined): Insight {
  const insight = required(it, 'insight');
  const uses = insight.categorySpecificSummary?.deprecationDetails ?? [];
  return {
    ...toInsightSummary(insight),
    recommendation: insight.recommendation ?? '',
    resources: (insight.resources ?? []).flatMap((resource) => resource.kubernetesResourceUri ?? resource.arn ?? []),
    deprecations: uses.map((use) => ({
      usage: use.usage ?? '',
      replacedWith: use.replacedWith ?? '',
      stopServingVersion: use.stopServingVersion ?? '',
      clients: (use.clientStats ?? []).map((client) => ({
        userAgent: client.userAgent ?? 'unknown',
        requests: client.numberOfRequestsLast30Days ?? 0,
      })),
    })),
  };
}
