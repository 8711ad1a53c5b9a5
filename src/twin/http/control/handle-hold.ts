import { type Incoming, json, parseJson, type Reply } from '../exchange.ts';
import type { RequestCounts } from '../numbered-requests.ts';
import type { HeldRequest, Holds, HoldWish } from './holds.ts';

/** What the endpoints about holding act on. */
export interface Holding {
  readonly holds: Holds;
  readonly counts: () => RequestCounts;
}

/** `POST hold`: answers once the request is held; a caller that leaves before calls the wish off. */
export function hold({ holds, counts }: Holding, incoming: Incoming): Reply | Promise<Reply> {
  const wish = wishOf(parseJson(incoming.text));
  if (wish === null) {
    return json(400, { message: 'wanted: {"request": number or "mutating": number, "when": "before" or "after"}' });
  }
  const { requests, mutating } = counts();
  const gone = wish.counted === 'request' ? requests : mutating;
  if (wish.number <= gone) return json(409, { message: `number ${wish.number} has gone by: ${gone} so far` });
  return held(holds, wish, incoming.socket);
}

function held(holds: Holds, wish: HoldWish, socket: Incoming['socket']): Promise<Reply> {
  return new Promise((resolve) => {
    const answer = (it: HeldRequest) => {
      socket.off('close', callOff);
      resolve(json(200, it));
    };
    const callOff = holds.wish(wish, answer);
    socket.once('close', callOff);
  });
}

/** `POST release`: lets what is held go on, or cuts its connection; answers with the numbers. */
export function release({ holds }: Holding, incoming: Incoming): Reply {
  const { request = null, drop = false } = (parseJson(incoming.text) ?? {}) as { request?: unknown; drop?: unknown };
  if ((request !== null && typeof request !== 'number') || typeof drop !== 'boolean') {
    return json(400, { message: 'wanted: {"request": number, "drop": true or false}, both may be left out' });
  }
  return json(200, { released: holds.release(drop ? 'drop' : 'go-on', request) });
}

function wishOf(body: unknown): HoldWish | null {
  const { request, mutating, when } = (body ?? {}) as Partial<Record<'request' | 'mutating' | 'when', unknown>>;
  const number = request ?? mutating;
  if (typeof number !== 'number' || (when !== 'before' && when !== 'after')) return null;
  return { counted: request === undefined ? 'mutating' : 'request', number, when };
}
