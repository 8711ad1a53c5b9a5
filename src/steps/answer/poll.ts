import type { Slice, StepPorts, StepResult } from '../step.ts';

/** How long to leave a system alone before asking it again, ms. Control plane: as the source procedure did. */
export const PACE = { controlPlane: 18_000, group: 10_000, addon: 5_000, retry: 5_000, version: 2_000 } as const;

/**
 * Looks, and looks again every `everyMs` until it is done, the slice ends, or the runner asks for rest. Reactions to
 * changes of the cluster are not wanted here: what is polled is an AWS API that does not announce anything.
 */
export async function poll<Output>(
  everyMs: number,
  { time }: Pick<StepPorts, 'time'>,
  slice: Slice,
  look: () => Promise<StepResult<Output>>,
): Promise<StepResult<Output>> {
  for (;;) {
    const result = await look();
    if (result.kind === 'done' || slice.signal.aborted) return result;
    const next = time.now() + everyMs;
    slice.waits(result.waitingFor);
    await sleepUntil(Math.min(next, slice.end), time, slice.signal);
    if (next > slice.end || slice.signal.aborted) return result;
  }
}

/** Waits until the instant, however often the cluster changes meanwhile; returns early only when `signal` is aborted. */
export async function sleepUntil(instant: number, time: StepPorts['time'], signal: AbortSignal): Promise<void> {
  while (time.now() < instant && !signal.aborted) await time.until(instant, signal);
}
