import type { RemovedApi } from '#domain/preflight/removed-apis';
import type { Insight } from '#ports/eks';
import type { Written } from '#ports/kubernetes';
import { resourceByKind } from '#twin/model/resources';
import type { ReadPorts } from '../read-ports.ts';
import { ask } from './ask.ts';
import type { SnapshotOf } from './eks-facts.ts';

/** The objects of APIs that the target no longer serves, and what EKS has seen of their use, in the words of a scenario. */
export async function removedApisFacts(ports: Pick<ReadPorts, 'eks' | 'kubernetes'>, of: SnapshotOf) {
  const { removedApis } = of;
  if (removedApis === undefined) return { objects: [], deniedActions: [] };
  const objects = [];
  for (const api of removedApis) objects.push(...(await objectsOf(ports.kubernetes, api)));
  return { objects, ...(await insightsOf(ports.eks, of)) };
}

/** Of a kind that the model does not keep nothing is asked: it would have no place for it. */
async function objectsOf(kubernetes: ReadPorts['kubernetes'], { api, kinds, instead }: RemovedApi) {
  const objects = [];
  const served = await ask(`the kinds of ${api}`, kubernetes.listKinds(api));
  const others = await ask(`the kinds of ${instead}`, kubernetes.listKinds(instead));
  for (const { kind, resource } of served) {
    if (!kinds.includes(kind) || resourceByKind(instead, kind) === undefined) continue;
    // Asked for by the removed API, the list itself would count as a use of it.
    const apiVersion = others.some((it) => it.kind === kind) ? instead : api;
    const written = await ask(`the list of ${resource}`, kubernetes.listWritten({ apiVersion, resource }));
    objects.push(...written.map((it) => kept(it, kind, apiVersion)));
  }
  return objects;
}

/** Its name and who has written it in which version; nothing of what was written. */
const kept = ({ namespace, name, writers }: Written, kind: string, apiVersion: string) => ({
  apiVersion,
  kind,
  metadata: { ...(namespace !== undefined && { namespace }), name, managedFields: writers },
});

/** What EKS does not let us read, the twin does not let the run of the plan read either: it shows up as a finding. */
async function insightsOf(eks: ReadPorts['eks'], { cluster: clusterName, to: kubernetesVersion }: SnapshotOf) {
  const listed = await eks.listInsights({ clusterName, kubernetesVersion });
  if (isForbidden(listed)) return { insights: [], deniedActions: ['eks:ListInsights'] };
  const summaries = await ask(`the upgrade insights of ${clusterName}`, Promise.resolve(listed));
  const insights: (Insight & { readonly kubernetesVersion: string })[] = [];
  for (const summary of summaries) {
    const empty = { ...summary, recommendation: '', resources: [], deprecations: [], kubernetesVersion };
    const answer = summary.status === 'PASSING' ? null : await eks.describeInsight({ clusterName, id: summary.id });
    if (answer !== null && isForbidden(answer)) return { insights: [empty], deniedActions: ['eks:DescribeInsight'] };
    const whole = answer === null ? empty : await ask(`insight ${summary.name}`, Promise.resolve(answer));
    insights.push({ ...whole, kubernetesVersion });
  }
  return { insights, deniedActions: [] };
}

const isForbidden = (answer: { readonly kind: string; readonly status?: number }): boolean =>
  answer.kind === 'refused' && answer.status === 403;
