import { podName } from '#domain/drain/pod-facts';
import { mustGo, selectPods, type Verdict } from '#domain/drain/select-pods';
import { PACE } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import type { Slice, StepPorts } from '../step.ts';
import type { DrainMemory } from './drain-memory.ts';
import type { DrainView } from './drain-view.ts';

/** How long the stores must show the node empty before the proof, ms. */
const SETTLE = 2_000;

/** Pods bound at the moment of the cordon appear within this time, ms. */
const LATE_ARRIVALS = 5_000;

export type Proof =
  | { readonly kind: 'empty' }
  /** Not before this instant, for this reason. */
  | { readonly kind: 'later'; readonly at: number; readonly why: string };

/** Proves by a fresh list that only pods that may stay are on the node, once nothing can arrive any more. */
export async function proveEmpty(
  name: string,
  view: DrainView,
  memory: DrainMemory,
  ports: StepPorts,
  slice: Slice,
): Promise<Proof> {
  const now = ports.time.now();
  memory.emptySince ??= now;
  const at = Math.max(memory.emptySince + SETTLE, view.facts.cordonedAt + LATE_ARRIVALS);
  if (now < at || slice.signal.aborted) return { kind: 'later', at, why: 'late arrivals are waited for' };
  const looked = valueOrWait(await ports.kubernetes.listPods({ node: name }), `list the pods of node ${name}`);
  if (looked.kind === 'wait') return { kind: 'later', at: ports.time.now() + PACE.retry, why: looked.reason };
  const verdicts = selectPods(looked.value, view.facts);
  const left = mustGo(verdicts);
  if (left.length > 0) {
    memory.emptySince = null;
    return { kind: 'later', at: ports.time.now() + SETTLE, why: `a fresh list shows ${left.map(podName).join(', ')}` };
  }
  tellReturned(name, verdicts, ports);
  return { kind: 'empty' };
}

function tellReturned(node: string, verdicts: readonly Verdict[], { notify }: StepPorts): void {
  for (const it of verdicts) {
    if (it.kind === 'stay' && it.reason === 'returned')
      notify({ code: 'pod-returned', data: { pod: podName(it.pod), node } });
  }
}
