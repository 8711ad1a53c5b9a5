import { fromKey, keyOfObject } from '../../controllers/agenda.ts';
import type { BudgetMembers } from '../../controllers/budget-members.ts';
import { deletePod } from '../../controllers/pod-lifecycle.ts';
import { type BudgetObject, isFinished, isReady, type PodObject, timestamp } from '../../model/object.ts';
import { evictionVersions } from '../../model/resources.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import { accepted, badRequest, notFound, refusal } from './status.ts';
import { brokenPrecondition, type DeleteOptions } from './write.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' } as const;
/** kubernetes/pkg/registry/core/pod/storage/eviction.go, MaxDisruptedPodSize. */
const MOST_DISRUPTED = 2000;

interface Eviction {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
  readonly deleteOptions?: DeleteOptions & { readonly dryRun?: readonly string[] };
}

/** POST pods/<name>/eviction: decided in the order in which the API server decides it. */
export function evictPod(
  world: World,
  members: BudgetMembers,
  name: { readonly namespace: string; readonly name: string },
  body: unknown,
  dryRunInQuery: boolean,
): WireAnswer {
  const eviction = (body ?? {}) as Eviction;
  const early = refusedBeforeBudgets(world, name, eviction);
  if (early) return early;
  const pod = world.store.get('pods', name.namespace, name.name);
  if (!pod) return notFound('', 'pods', name.name);
  const isDryRun = dryRunInQuery || eviction.deleteOptions?.dryRun?.includes('All') === true;
  const refused = isBeyondBudgets(pod) ? null : askBudgets(world, members, pod, isDryRun);
  return refused ?? carryOut(world, pod, eviction.deleteOptions, isDryRun);
}

function refusedBeforeBudgets(
  world: World,
  name: { readonly namespace: string; readonly name: string },
  eviction: Eviction,
): WireAnswer | null {
  const namespace = world.store.get('namespaces', undefined, name.namespace);
  if (namespace?.metadata.deletionTimestamp !== undefined) return namespaceTerminates(name);
  const version = eviction.apiVersion ?? '';
  if (eviction.kind !== 'Eviction' || !evictionVersions(world.minor()).includes(version.replace('policy/', ''))) {
    return badRequest(unknownVersion(eviction.kind ?? '', version));
  }
  if ((eviction.metadata?.name ?? name.name) !== name.name)
    return badRequest('name in URL does not match name in Eviction object');
  return null;
}

/** In the words of 1.20.15 and 1.24.17; later servers name another line of the scheme. */
const unknownVersion = (kind: string, version: string): string =>
  `${kind} in version "${version.split('/').at(-1)}" cannot be handled as a Eviction: no kind "${kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:100"`;

/** Pods that never ran, have ended or are on their way already: their end takes nothing from anybody. */
const isBeyondBudgets = (pod: PodObject): boolean =>
  isFinished(pod) || pod.status.phase === 'Pending' || pod.metadata.deletionTimestamp !== undefined;

function askBudgets(world: World, members: BudgetMembers, pod: PodObject, isDryRun: boolean): WireAnswer | null {
  const budgets = members.budgetsOf(keyOfObject(pod)).flatMap((key) => {
    const { namespace, name } = fromKey(key);
    return world.store.get('policy/poddisruptionbudgets', namespace, name) ?? [];
  });
  const [budget, second] = budgets;
  if (!budget) return null;
  if (second) {
    return refusal(
      500,
      null,
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  }
  if (!isReady(pod) && mayGoUnready(budget)) return null;
  return take(world, budget, pod, isDryRun);
}

/** An unready pod may go when the policy says always, or when enough others are healthy. */
function mayGoUnready({ spec, status }: BudgetObject): boolean {
  if (spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  return status.desiredHealthy > 0 && status.currentHealthy >= status.desiredHealthy;
}

function take(world: World, budget: BudgetObject, pod: PodObject, isDryRun: boolean): WireAnswer | null {
  const { status, metadata } = budget;
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0)) {
    return tooMany(`The disruption budget ${metadata.name} is still being processed by the server.`, 10);
  }
  const minor = world.minor();
  if (status.disruptionsAllowed < 0) return forbids(budget, NEGATIVE, NEGATIVE, minor);
  const disrupted = status.disruptedPods ?? {};
  if (Object.keys(disrupted).length > MOST_DISRUPTED) {
    return forbids(
      budget,
      `DisruptedPods map too big - too many evictions ${UNCONFIRMED}`,
      `too many pending evictions ${UNCONFIRMED}`,
      minor,
    );
  }
  if (status.disruptionsAllowed === 0) {
    return tooMany(`The disruption budget ${metadata.name} ${whyNone(budget, minor)}`);
  }
  if (isDryRun) return null;
  world.store.update('policy/poddisruptionbudgets', budget, {
    ...budget,
    status: {
      ...status,
      disruptionsAllowed: status.disruptionsAllowed - 1,
      disruptedPods: { ...disrupted, [pod.metadata.name]: timestamp(world.time.now()) },
    },
  });
  return null;
}

/** In the words of 1.36; 1.24 and older name the numbers whatever they are. */
function whyNone({ status }: BudgetObject, minor: number): string {
  const numbers = `needs ${status.desiredHealthy} healthy pods and has ${status.currentHealthy} currently`;
  const condition = status.conditions?.find((it) => it.type === 'DisruptionAllowed');
  if (minor <= 24) return numbers;
  if (condition?.reason === 'SyncFailed')
    return `does not allow evicting pods currently because it failed sync: ${condition.message}`;
  return status.currentHealthy <= status.desiredHealthy ? numbers : 'does not allow evicting pods currently';
}

/** The UID is tested at last: an eviction that fails here has taken its unit of the budget all the same. */
function carryOut(world: World, pod: PodObject, options: DeleteOptions | undefined, isDryRun: boolean): WireAnswer {
  const mismatch = brokenPrecondition(PODS, pod, options?.preconditions);
  if (!mismatch && !isDryRun) deletePod(world, withReason(world, pod), options?.gracePeriodSeconds);
  world.settle();
  return mismatch ?? accepted(201);
}

/** From 1.26 on the pod says why it ends. */
function withReason(world: World, pod: PodObject): PodObject {
  if (world.minor() < 26) return pod;
  const condition = {
    type: 'DisruptionTarget',
    status: 'True' as const,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
    lastTransitionTime: timestamp(world.time.now()),
  };
  const conditions = [...(pod.status.conditions ?? []).filter((it) => it.type !== condition.type), condition];
  return world.store.update('pods', pod, { ...pod, status: { ...pod.status, conditions } });
}

const tooMany = (why: string, retryAfterSeconds?: number): WireAnswer =>
  refusal(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [{ reason: 'DisruptionBudget', message: why }],
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });

const NEGATIVE = 'pdb disruptions allowed is negative';
const UNCONFIRMED = 'not confirmed by PDB controller';

/** From 1.37 on the cause is named as well. */
function forbids({ metadata }: BudgetObject, why: string, cause: string, minor: number): WireAnswer {
  const message = `The disruption budget ${metadata.name} does not allow evicting pods currently: ${cause}`;
  return refusal(403, 'Forbidden', `poddisruptionbudget.policy "${metadata.name}" is forbidden: ${why}`, {
    name: metadata.name,
    group: 'policy',
    kind: 'poddisruptionbudget',
    ...(minor >= 37 && { causes: [{ reason: 'DisruptionBudget', message }] }),
  });
}

function namespaceTerminates({ namespace, name }: { readonly namespace: string; readonly name: string }): WireAnswer {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  return refusal(403, 'Forbidden', `pods "${name}" is forbidden: ${why}`, {
    name,
    kind: 'pods',
    causes: [{ reason: 'NamespaceTerminating', message: `namespace ${namespace} is being terminated` }],
  });
}
