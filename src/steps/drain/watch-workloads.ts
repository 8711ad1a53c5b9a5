import { workloadName } from '#domain/drain/owner';
import { decideComeback, unreadyPods } from '#domain/drain/workload-back';
import type { Live } from '#ports/kubernetes';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps, Touched } from '../table.ts';
import { liveStores, workloadsOf } from './live-stores.ts';

/** How many workloads are named in a waiting text. */
const NAMED = 3;

/** Until every workload the drain touched is ready as before; what was deleted meanwhile is not waited for. */
export const watchWorkloads: Steps['watch-workloads'] = {
  describe: ({ touched }) => `wait for ${touched.length} workloads to be ready again`,
  async run({ touched }, ports, slice) {
    const live = await liveStores(ports, slice);
    if (live.kind === 'wait') return waitFor(slice, 'the workloads', 'the API server answers', live.reason);
    for (;;) {
      const workloads = workloadsOf(live.value);
      const looks = touched.map((it) => look(it, live.value, workloads)).sort(byName);
      for (const it of looks) {
        if (it.back === null || slice.told.has(it.workload)) continue;
        slice.told.set(it.workload, 'back');
        ports.notify({ code: 'workload-back', data: { workload: it.workload, ready: it.back } });
      }
      const missing = looks.filter((it) => it.why !== null);
      if (missing.length === 0) return done({});
      const wait = waitFor(slice, textOf(missing), 'they are ready as before the drain');
      if (slice.signal.aborted || ports.time.now() >= slice.end) return wait;
      slice.waits(wait.waitingFor);
      await ports.time.until(slice.end, slice.signal);
    }
  },
};

interface Look {
  readonly workload: string;
  /** Ready pods when it is back. */
  readonly back: number | null;
  /** Why it is waited for. */
  readonly why: string | null;
}

function look(touched: Touched, live: Live, workloads: ReturnType<typeof workloadsOf>): Look {
  const now = workloads.get(touched.uid);
  const comeback = decideComeback(touched, now);
  if (now === undefined || comeback.kind === 'deleted') return { workload: touched.uid, back: null, why: null };
  const workload = workloadName(now);
  if (comeback.kind === 'back') return { workload, back: comeback.ready, why: null };
  const pods = unreadyPods(now, live.pods(), workloads);
  return { workload, back: null, why: [comeback.why, ...pods.slice(0, NAMED)].join('; ') };
}

const byName = (a: Look, b: Look): number => (a.workload < b.workload ? -1 : 1);

function textOf(missing: readonly Look[]): string {
  const named = missing.slice(0, NAMED).map((it) => `${it.workload} (${it.why})`);
  return [...named, ...(missing.length > NAMED ? [`${missing.length - NAMED} more`] : [])].join(', ');
}
