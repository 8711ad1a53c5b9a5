import { createHash } from 'node:crypto';

/** 32 hex digits: the same for the same facts in the same order. The order is the API's own, which sorts its maps. */
export function digestOf(facts: Readonly<Record<string, unknown>>): string {
  const hash = createHash('sha256');
  for (const [key, value] of Object.entries(facts)) {
    hash.update(`${JSON.stringify(key)}:`);
    // A list may hold a hundred thousand objects: one string of all of them would be too much.
    for (const item of Array.isArray(value) ? value : [value]) hash.update(`${JSON.stringify(item) ?? 'null'},`);
  }
  return hash.digest('hex').slice(0, 32);
}
