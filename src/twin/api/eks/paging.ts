import type { WireAnswer } from '../answer.ts';
import { type About, invalidParameter } from './refusals.ts';

export type Request = Readonly<Record<string, unknown>>;

/** A member of a request as text; empty when it is missing. */
export const text = (request: Request, member: string): string => String(request[member] ?? '');

/** One page of a list: at most `maxResults` (1–100, default 100) and the token for the next one, null at the end. */
export function paged<Item>(request: Request, member: string, items: readonly Item[], about: About): WireAnswer {
  const size = request.maxResults === undefined ? 100 : Number(request.maxResults);
  if (!Number.isInteger(size) || size < 1 || size > 100)
    return invalidParameter('maxResults needs to be a value between 1 and 100', about);
  const from = request.nextToken === undefined ? 0 : startOf(text(request, 'nextToken'), member);
  if (from === null) return invalidParameter('Invalid nextToken', about);
  const end = from + size;
  const nextToken = end < items.length ? Buffer.from(`${member}:${end}`).toString('base64') : null;
  return { status: 200, body: { [member]: items.slice(from, end), nextToken } };
}

function startOf(token: string, member: string): number | null {
  const [of, from] = Buffer.from(token, 'base64').toString('utf8').split(':');
  return of === member && Number.isInteger(Number(from)) ? Number(from) : null;
}
