import type { Readable } from 'node:stream';
import { isObject, type RawObject } from './objects.ts';

/** One line of a watch. */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: RawObject }
  | { readonly type: 'ERROR'; readonly object: unknown };

/** The events of a watch as they come; null for a line that cannot be read. Throws what the connection throws. */
export async function* eventsOf(body: Readable): AsyncGenerator<WatchEvent | null> {
  let rest = '';
  body.setEncoding('utf8');
  for await (const chunk of body) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield parse(line);
  }
  // A line that was cut off: the connection broke in the middle of it, and the next watch brings it again.
}

const TYPES = new Set(['ADDED', 'MODIFIED', 'DELETED']);

function parse(line: string): WatchEvent | null {
  try {
    const { type, object } = JSON.parse(line);
    if (type === 'ERROR') return { type, object };
    if (type === 'BOOKMARK') return typeof object?.metadata?.resourceVersion === 'string' ? { type, object } : null;
    return TYPES.has(type) && isObject(object) ? { type, object } : null;
  } catch {
    return null;
  }
}
