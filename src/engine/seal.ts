import { createHash } from 'node:crypto';

/**
 * One line of JSON whose last field, `sha256`, is the SHA-256 (hex) of the line as it is without that field. The entry after
 * holds the hash of this one; this is what protects the last.
 */
export function seal(json: string): string {
  return `${json.slice(0, -1)},"sha256":"${sumOf(json)}"}\n`;
}

/** The JSON of a sealed line without its seal, and whether it is what was sealed. */
export function unseal(line: string): { readonly entry: string; readonly intact: boolean } {
  const [, before, sum] = /^(.*),"sha256":"([0-9a-f]{64})"\}\n$/s.exec(line) ?? [];
  if (before === undefined) return { entry: line, intact: false };
  const entry = `${before}}`;
  return { entry, intact: sumOf(entry) === sum };
}

const sumOf = (json: string): string => createHash('sha256').update(json).digest('hex');
