import { listSome } from '#errors/list-some';
import type { Insight } from '../eks/insight.ts';
import type { Written } from '../kubernetes/written.ts';
import { type Concern, defineCheck, type PlannedHop } from './check.ts';
import { isControlPlaneMoving } from './control-plane-moving.ts';

/** APIs that the target no longer serves, as the runbook lists them. */
export interface RemovedApi {
  /** `storage.k8s.io/v1beta1` */
  readonly api: string;
  readonly kinds: readonly string[];
  /** What serves the same objects: `storage.k8s.io/v1`. */
  readonly instead: string;
}

/** The objects of a removed kind that are there, as long as the API server still serves it. */
export interface RemovedKind {
  readonly api: string;
  readonly kind: string;
  readonly instead: string;
  readonly objects: readonly Written[];
}

/** What EKS says about the readiness for the target; `unreadable`: it does not let us see that. */
export type Insights =
  | { readonly kind: 'read'; readonly insights: readonly Insight[] }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Nobody writes or asks by an API that the target no longer serves. */
export const removedApis = defineCheck({
  name: 'removed-apis',
  guards: ['control-plane'],
  needs: ['cluster', 'updates', 'removedKinds', 'insights'],
  judge: ({ cluster, updates, removedKinds, insights }, hop) =>
    isControlPlaneMoving(cluster, updates, hop)
      ? []
      : [...removedKinds.flatMap((it) => judgeKind(it, hop)), ...judgeInsights(insights, hop)],
});

function judgeKind({ api, kind, instead, objects }: RemovedKind, { to }: PlannedHop): readonly Concern[] {
  return objects.flatMap(({ namespace, name, writers }): readonly Concern[] => {
    const managers = writers.filter(({ apiVersion }) => apiVersion === api).map(({ manager }) => manager);
    if (managers.length === 0) return [];
    const object = [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
    return [
      {
        code: 'REMOVED_API_IN_USE',
        severity: 'block',
        object,
        why: `${object} was written as ${api}, which ${to} no longer serves, by ${listSome([...new Set(managers)])}; it stays, but whoever writes it so again is refused`,
        whatToDo: `have each of them write it as ${instead}; who has written what: kubectl get ${kind.toLowerCase()} ${name}${namespace === undefined ? '' : ` -n ${namespace}`} -o yaml --show-managed-fields`,
      },
    ];
  });
}

function judgeInsights(insights: Insights, hop: PlannedHop): readonly Concern[] {
  if (insights.kind === 'read') return insights.insights.flatMap((it) => judgeInsight(it, hop));
  return [
    {
      code: 'INSIGHTS_UNREADABLE',
      severity: 'risk',
      object: hop.cluster,
      why: `EKS does not tell its upgrade insights: ${insights.why}; clients that only read a removed API are not seen`,
      whatToDo: `allow eks:ListInsights and eks:DescribeInsight; then this answers: ${listing(hop)}`,
    },
  ];
}

function judgeInsight(insight: Insight, hop: PlannedHop): readonly Concern[] {
  const { status, deprecations } = insight;
  if (status === 'PASSING') return [];
  if (status === 'UNKNOWN') return [unknown(insight, hop)];
  const used = deprecations.filter(({ stopServingVersion }) => stopServingVersion === hop.to);
  if (used.length === 0) return [other(insight, hop)];
  return used.map(({ usage, replacedWith, clients }): Concern => {
    const asked = clients.map(({ userAgent, requests }) => `${userAgent} (${requests} requests in 30 days)`);
    const found = [...asked, ...insight.resources];
    return {
      code: 'REMOVED_API_IN_USE',
      severity: status === 'ERROR' ? 'block' : 'risk',
      object: usage,
      why: `EKS has seen ${usage} in use, which ${hop.to} no longer serves: ${found.length === 0 ? insight.reason : listSome(found, '; ')}`,
      whatToDo: `have them use ${replacedWith}; EKS looks once a day and remembers for 30 days: ${describing(insight, hop)}`,
    };
  });
}

function other(insight: Insight, hop: PlannedHop): Concern {
  const about = insight.resources.length === 0 ? '' : `: ${listSome(insight.resources, '; ')}`;
  return {
    code: 'INSIGHT_NOT_PASSING',
    severity: 'risk',
    object: insight.id,
    why: `EKS insight "${insight.name}" is ${insight.status}: ${insight.reason}${about}`,
    whatToDo: `${insight.recommendation === '' ? 'see' : `${insight.recommendation}; see`}: ${describing(insight, hop)}`,
  };
}

function unknown(insight: Insight, hop: PlannedHop): Concern {
  return {
    code: 'INSIGHT_UNKNOWN',
    severity: 'info',
    object: insight.id,
    why: `EKS insight "${insight.name}" is UNKNOWN: ${insight.reason === '' ? 'EKS could not tell' : insight.reason}`,
    whatToDo: `nothing has to be done; EKS looks again within a day: ${describing(insight, hop)}`,
  };
}

const listing = ({ cluster, to }: PlannedHop): string =>
  `aws eks list-insights --cluster-name ${cluster} --filter categories=UPGRADE_READINESS,kubernetesVersions=${to}`;

const describing = ({ id }: Insight, { cluster }: PlannedHop): string =>
  `aws eks describe-insight --cluster-name ${cluster} --id ${id}`;
