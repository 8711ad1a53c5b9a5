import { type Answer, type Unknown, value } from '#ports/answer';
import type { Connection } from './connection.ts';
import type { RawObject } from './objects.ts';

/** A complete list at one moment. */
export interface RawList {
  readonly items: readonly RawObject[];
  /** A watch from here on misses nothing. */
  readonly resourceVersion: string;
}

/** As kubectl does: large enough to be quick, small enough not to hurt the API server. */
const PAGE = 500;

/** All pages of a list. When the server has forgotten the snapshot half-way (410), it is read again in one piece. */
export async function listAll(
  connection: Connection,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer<RawList>> {
  const items: RawObject[] = [];
  let more: Readonly<Record<string, string>> = { limit: String(PAGE) };
  for (;;) {
    const page = await readPage(connection, path, { ...query, ...more });
    if (page.kind === 'refused' && page.status === 410 && more.continue !== undefined)
      return readPage(connection, path, query);
    if (page.kind !== 'value') return page;
    items.push(...page.value.items);
    if (page.value.continue === '') return value({ items, resourceVersion: page.value.resourceVersion });
    more = { limit: String(PAGE), continue: page.value.continue };
  }
}

type Page = RawList & { readonly continue: string };

async function readPage(
  connection: Connection,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Answer<Page>> {
  const search = new URLSearchParams(query).toString();
  const answer = await connection.call({ method: 'GET', path: search === '' ? path : `${path}?${search}` });
  return answer.kind === 'value' ? pageOf(answer.value) : answer;
}

function pageOf(body: unknown): Answer<Page> {
  const { items, metadata } = (body ?? {}) as {
    items?: unknown;
    metadata?: { resourceVersion?: string; continue?: string };
  };
  // Go writes an empty list as null in some old versions; a body without `items` is no list at all.
  if (items === undefined || metadata?.resourceVersion === undefined) return notA('list');
  const { resourceVersion, continue: next = '' } = metadata;
  return value({ items: (items ?? []) as readonly RawObject[], resourceVersion, continue: next });
}

/** The server answered with JSON that is not what was asked for. */
export const notA = (what: string): Unknown => ({
  kind: 'unknown',
  code: 'Unparsable',
  message: `the answer is not a ${what}`,
});
