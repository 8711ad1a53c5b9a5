import { UpgradeError } from '#errors/upgrade-error';
import type { Waiting } from '#messages/registry';
import { type Again, again, type Slice, type StepPorts, type StepResult } from '../step.ts';
import { PACE, sleepUntil } from './poll.ts';
import { Trouble } from './trouble.ts';

/**
 * How long a right in Kubernetes that is missing is waited for, ms. An API server that has just started refuses everything
 * until it has read its roles, for some seconds (seen on 1.36.3 and 1.37.2 after a restart).
 */
const PATIENCE_MS = 60_000;

/** A step that is refused is tried again after five seconds; what goes well for longer than this ends the trouble, ms. */
const APART_MS = 30_000;

type Attempt<Output> = (slice: Slice) => Promise<StepResult<Output>>;

/** Carries a step out, and again while Kubernetes refuses it for lack of a right, for a minute; then the refusal stands. */
export function lateRights() {
  const trouble = new Trouble(APART_MS);
  let words = '';
  return async <Output>(
    attempt: Attempt<Output>,
    time: StepPorts['time'],
    slice: Slice,
  ): Promise<StepResult<Output>> => {
    for (;;) {
      const isRecent = () => trouble.isRecent(slice.token, time.now());
      // What the step waits for meanwhile is told with the refusal: it may be the reason.
      const told = (waiting: Waiting): Waiting =>
        isRecent() ? { ...waiting, what: `${waiting.what}; refused a moment ago: ${words}` } : waiting;
      const lack = await lackOf(() => attempt({ ...slice, waits: (waiting) => slice.waits(told(waiting)) }));
      if ('kind' in lack) return lack.kind === 'again' ? again(told(lack.waitingFor)) : lack;
      words = lack.error.message;
      const since = trouble.seen(slice.token, time.now());
      if (time.now() - since >= PATIENCE_MS) throw lack.error;
      const waiting = waitingFor(lack.error, since);
      slice.waits(waiting.waitingFor);
      const next = time.now() + PACE.retry;
      await sleepUntil(Math.min(next, slice.end), time, slice.signal);
      if (next > slice.end || slice.signal.aborted) return waiting;
    }
  };
}

async function lackOf<Output>(
  attempt: () => Promise<StepResult<Output>>,
): Promise<StepResult<Output> | { readonly error: UpgradeError }> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof UpgradeError && isOfKubernetes(error)) return { error };
    throw error;
  }
}

/** EKS and EC2 call the same refusal by other names. */
const isOfKubernetes = ({ code, cause }: UpgradeError): boolean =>
  code === 'EvictionForbidden' ||
  (code === 'Forbidden' && (cause as { code?: string } | undefined)?.code === 'Forbidden');

const waitingFor = ({ message }: UpgradeError, since: number): Again =>
  again({
    what: `the right to go on (${message})`,
    since,
    endsWhen: 'it is there; a server that has just started knows no rights for some seconds',
  });
