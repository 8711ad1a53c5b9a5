import { classifyLack, wordsOf } from '#domain/answers/classify';
import type { Insights } from '#domain/preflight/removed-apis';
import { type Answer, value } from '#ports/answer';
import type { Eks, InsightSummary } from '#ports/eks';
import { mapAnswers, thenAsk } from '../answer/map-answers.ts';

/** What EKS says about the readiness for a version; that it does not let us see that is an answer too. */
export async function askInsights(eks: Eks, clusterName: string, kubernetesVersion: string): Promise<Answer<Insights>> {
  const answer = await thenAsk(await eks.listInsights({ clusterName, kubernetesVersion }), async (all) =>
    thenAsk(await mapAnswers(all, (it) => described(eks, clusterName, it)), (insights) =>
      value({ kind: 'read' as const, insights }),
    ),
  );
  if (answer.kind !== 'refused' || !isLasting(answer)) return answer;
  return value({ kind: 'unreadable', why: wordsOf(answer) });
}

/** What passes is not looked at more closely. */
async function described(eks: Eks, clusterName: string, summary: InsightSummary) {
  if (summary.status !== 'PASSING') return eks.describeInsight({ clusterName, id: summary.id });
  return value({ ...summary, recommendation: '', resources: [], deprecations: [] });
}

const isLasting = (answer: Parameters<typeof classifyLack>[0]): boolean =>
  !['wait', 'credentials', 'absent'].includes(classifyLack(answer).kind);
