import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, type Connection, connect } from '#adapters/kubernetes/connection';
import type { Answer, Refused } from '#ports/answer';

/** Waits before a request is made again, ms: the last one again and again. */
const PAUSES = [100, 250, 500, 1_000] as const;
/** So many requests at a time: more would only wait on the other side. */
const AT_ONCE = 8;

export interface Requests {
  /** One try. */
  once(call: Call): Promise<Answer<unknown>>;
  /** Again and again until the server has answered for good; undefined once it makes no sense any more (`isWanted`) or all is closed. */
  untilAnswered(call: Call, isWanted: () => boolean): Promise<Settled | undefined>;
  readonly connection: Connection;
  readonly closed: AbortSignal;
  close(): void;
}

export type Settled = Extract<Answer<unknown>, { kind: 'value' }> | Refused;

/** Requests of all kubelets to one API server, over connections that are kept. */
export async function openRequests(server: string, ca: string, token: string): Promise<Requests> {
  const headers = { Authorization: `Bearer ${token}` };
  const login = {
    server,
    credentials: async () => ({ kind: 'value' as const, value: { ca, headers } }),
    renew: () => {},
  };
  const connection = await connect(login, {});
  const ended = new AbortController();
  // Each request that is tried again listens to it.
  setMaxListeners(0, ended.signal);
  const lane = lanes(AT_ONCE);
  const once = (call: Call) => lane(() => connection.call(call));
  return {
    once,
    connection,
    closed: ended.signal,
    async untilAnswered(call, isWanted) {
      for (let tries = 0; isWanted() && !ended.signal.aborted; tries++) {
        const answer = await once(call);
        if (isFinal(answer)) return answer;
        await pauseOf(tries, ended.signal);
      }
      return undefined;
    },
    close: () => {
      ended.abort();
      connection.close();
    },
  };
}

/** Waits before the next of several tries; ends early when `signal` is aborted. */
export async function pauseOf(tries: number, signal: AbortSignal): Promise<void> {
  const ms = PAUSES[Math.min(tries, PAUSES.length - 1)];
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

// A server that starts or stops refuses for a moment what it will take: rights and admission are not there yet, and paths are
// unknown in plain text, without a reason.
const isFinal = (answer: Answer<unknown>): answer is Settled =>
  answer.kind === 'value' ||
  (answer.kind === 'refused' && answer.code !== '' && answer.status < 500 && !PASSING.has(answer.status));

const PASSING = new Set([401, 403, 408, 429]);

/** At most `width` works at the same time. */
function lanes(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    busy++;
    try {
      return await work();
    } finally {
      busy--;
      waiting.shift()?.();
    }
  };
}
