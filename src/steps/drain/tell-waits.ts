import { podName } from '#domain/drain/pod-facts';
import type { Turn } from '#domain/drain/scene';
import type { DrainCode } from '#errors/catalogue/catalogue';
import type { Waiting } from '#messages/registry';
import type { Slice, StepPorts } from '../step.ts';

/** What every drain goes through: shown while it lasts, but no message of its own. */
const USUAL: ReadonlySet<DrainCode> = new Set<DrainCode>([
  'EVICTION_ACCEPTED',
  'TERMINATING_GRACE',
  'LATER_WAVE',
  'WORKLOAD_BUSY',
  'GONE',
]);

/** How many pods are named in a waiting text. */
const NAMED = 3;

/** Tells why a pod stays, once for each reason; `told` has the last one by the pod's UID. */
export function tellWaits(turns: readonly Turn[], { told }: Pick<Slice, 'told'>, { notify }: StepPorts): void {
  for (const turn of turns) {
    if (turn.kind === 'evict') continue;
    const { uid } = turn.pod.metadata;
    if (told.get(uid) === turn.code) continue;
    told.set(uid, turn.code);
    if (USUAL.has(turn.code)) continue;
    notify({ code: 'eviction-waits', data: { pod: podName(turn.pod), code: turn.code, why: turn.why } });
  }
}

/** Which pods still have to leave, why they have not, and what ends the first of these waits. */
export function waitingText(node: string, turns: readonly Turn[], slice: Slice): Waiting {
  const named = turns.slice(0, NAMED).map((it) => `${podName(it.pod)} (${whyOf(it)})`);
  const more = turns.length > NAMED ? `, ${turns.length - NAMED} more` : '';
  const first = turns.find((it) => it.kind === 'wait');
  return {
    what: `${turns.length === 1 ? '1 pod' : `${turns.length} pods`} to leave node ${node}: ${named.join(', ')}${more}`,
    since: slice.scheduledAt,
    endsWhen: first?.kind === 'wait' ? first.endsWhen : 'they are gone',
  };
}

const whyOf = (turn: Turn): string => (turn.kind === 'evict' ? 'its turn is next' : turn.why);
