import { classifyEviction } from '#domain/drain/classify-eviction';
import { podName } from '#domain/drain/pod-facts';
import type { Turn } from '#domain/drain/scene';
import { UpgradeError } from '#errors/upgrade-error';
import { type Looked, valueOrWait } from '../answer/value-or-wait.ts';
import type { StepPorts } from '../step.ts';
import type { DrainMemory } from './drain-memory.ts';
import { credentialsExpired, forbidden } from './eviction-errors.ts';
import { holdBack } from './hold-back.ts';

type Evict = Extract<Turn, { kind: 'evict' }>;
type Outcome = ReturnType<typeof classifyEviction>;
type EvictionVersion = 'policy/v1' | 'policy/v1beta1';

/** How many evictions are under way at a time; their answers come within milliseconds. */
const AT_ONCE = 10;

/** Sends the first evictions of the turns and notes what the server meant. Throws what holds for every pod, after all answers are in. */
export async function evictPods(
  turns: readonly Evict[],
  apiVersion: EvictionVersion,
  memory: DrainMemory,
  ports: StepPorts,
): Promise<void> {
  const batch = turns.slice(0, AT_ONCE);
  const outcomes = await Promise.all(batch.map((it) => evict(it, apiVersion, ports)));
  // All are noted, also those after the first error: an eviction that was taken is told.
  const errors = batch.flatMap((turn, index) => {
    const outcome = outcomes[index];
    return (outcome && note(turn, outcome, memory, ports)) ?? [];
  });
  if (errors[0]) throw errors[0];
}

/** Which version of evictions the server takes: asked once a slice, as an upgrade of the control plane changes it. */
export async function evictionVersion(
  memory: DrainMemory,
  { kubernetes }: StepPorts,
): Promise<Looked<EvictionVersion>> {
  if (memory.eviction) return { kind: 'value', value: memory.eviction };
  const looked = valueOrWait(await kubernetes.evictionVersion(), 'find out how the API server takes evictions');
  if (looked.kind === 'wait') return looked;
  if (looked.value === null)
    throw new UpgradeError(
      'EvictionUnsupported',
      'the API server does not serve pods/eviction; pods are never deleted instead, as budgets would not be asked',
      { hint: 'look at what answers, perhaps a proxy: kubectl get --raw /api/v1; then retry' },
    );
  memory.eviction = looked.value;
  return { kind: 'value', value: looked.value };
}

async function evict({ pod }: Evict, apiVersion: EvictionVersion, { kubernetes }: StepPorts): Promise<Outcome> {
  const { namespace = '', name, uid } = pod.metadata;
  return classifyEviction(await kubernetes.evict({ namespace, name, uid, apiVersion }));
}

function note(turn: Evict, outcome: Outcome, memory: DrainMemory, ports: StepPorts): UpgradeError | null {
  switch (outcome.meaning) {
    case 'accepted':
      grant(turn, memory, ports);
      return null;
    case 'forbidden':
      return forbidden(turn.pod, outcome.words);
    case 'credentials':
      return credentialsExpired(turn.pod, outcome.words);
    default:
      holdBack(turn, { ...outcome, meaning: outcome.meaning }, memory, ports.time.now());
      return null;
  }
}

function grant({ pod, budget, workload }: Evict, memory: DrainMemory, { notify }: StepPorts): void {
  const { namespace = '', name, uid } = pod.metadata;
  const seen = budget && { uid: budget.metadata.uid, resourceVersion: budget.metadata.resourceVersion };
  memory.granted.set(uid, { namespace, name, workload, budget: seen, goneAt: null });
  memory.held.delete(uid);
  memory.refusals.delete(uid);
  notify({ code: 'pod-evicted', data: { pod: podName(pod), node: pod.spec.nodeName ?? '' } });
}
