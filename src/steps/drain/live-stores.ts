import { byUid } from '#domain/drain/budget';
import type { Live } from '#ports/kubernetes';
import { PACE, sleepUntil } from '../answer/poll.ts';
import { type Looked, valueOrWait } from '../answer/value-or-wait.ts';
import type { Slice, StepPorts } from '../step.ts';

/** The shared stores; tries until they open, the slice ends, or the runner asks for rest. */
export async function liveStores({ kubernetes, time }: StepPorts, slice: Slice): Promise<Looked<Live>> {
  for (;;) {
    const looked = valueOrWait(await kubernetes.live(), 'watch pods, nodes, budgets and workloads');
    const next = time.now() + PACE.retry;
    if (looked.kind === 'value' || next > slice.end || slice.signal.aborted) return looked;
    slice.waits({ what: looked.reason, since: slice.scheduledAt, endsWhen: 'the API server answers' });
    await sleepUntil(next, time, slice.signal);
  }
}

/** The workloads of the stores by UID. */
export const workloadsOf = (live: Live) => byUid(live.workloads());
