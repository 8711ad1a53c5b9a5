import { insightsOf } from '../../controllers/eks/insights.ts';
import type { World } from '../../model/world.ts';
import type { ScenarioInsight } from '../../scenario/insight-schema.ts';
import type { WireAnswer } from '../answer.ts';
import { paged, type Request, text } from './paging.ts';
import { noCluster, resourceNotFound } from './refusals.ts';
import { seconds } from './shapes.ts';

interface Filter {
  readonly categories?: readonly string[];
  readonly kubernetesVersions?: readonly string[];
  readonly statuses?: readonly string[];
}

const CATEGORY = 'UPGRADE_READINESS';

/** POST clusters/<name>/insights: the insights that the filter lets through; the twin has those of UPGRADE_READINESS alone. */
export function listInsights(world: World, request: Request): WireAnswer {
  const clusterName = text(request, 'clusterName');
  if (clusterName !== world.eks.cluster.name) return noCluster(clusterName);
  const { categories, kubernetesVersions, statuses } = (request.filter ?? {}) as Filter;
  const wanted = insightsOf(world).filter(
    (it) => fits(categories, CATEGORY) && fits(kubernetesVersions, it.kubernetesVersion) && fits(statuses, it.status),
  );
  return paged(
    request,
    'insights',
    wanted.map((it) => summaryOf(world, it)),
    { clusterName },
  );
}

/** GET clusters/<name>/insights/<id>. */
export function describeInsight(world: World, request: Request): WireAnswer {
  const clusterName = text(request, 'clusterName');
  if (clusterName !== world.eks.cluster.name) return noCluster(clusterName);
  const id = text(request, 'id');
  const found = insightsOf(world).find((it) => it.id === id);
  if (!found) return resourceNotFound(`No insight found for ID: ${id}.`, { clusterName });
  return { status: 200, body: { insight: wholeOf(world, found) } };
}

const fits = (wanted: readonly string[] | undefined, it: string): boolean =>
  wanted === undefined || wanted.length === 0 || wanted.includes(it);

const summaryOf = (world: World, it: ScenarioInsight) => ({
  id: it.id,
  name: it.name,
  category: CATEGORY,
  kubernetesVersion: it.kubernetesVersion,
  lastRefreshTime: seconds(world.scenario.now),
  lastTransitionTime: seconds(world.scenario.now),
  description: it.name,
  insightStatus: { status: it.status, reason: it.reason },
});

const wholeOf = (world: World, it: ScenarioInsight) => ({
  ...summaryOf(world, it),
  recommendation: it.recommendation,
  additionalInfo: {},
  resources: it.resources.map((resource) => ({
    insightStatus: { status: it.status, reason: it.reason },
    kubernetesResourceUri: resource.startsWith('arn:') ? null : resource,
    arn: resource.startsWith('arn:') ? resource : null,
  })),
  categorySpecificSummary: {
    deprecationDetails: it.deprecations.map(({ clients, ...use }) => ({
      ...use,
      startServingReplacementVersion: null,
      clientStats: clients.map(({ userAgent, requests }) => ({
        userAgent,
        numberOfRequestsLast30Days: requests,
        lastRequestTime: seconds(world.scenario.now),
      })),
    })),
    addonCompatibilityDetails: [],
  },
});
