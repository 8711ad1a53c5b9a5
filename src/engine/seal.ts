import { createHash } from 'node:crypto';

/**
 * One line of JSON whose last field, `sha256`, is the SHA-256 (hex) of the line as it is without that field. The entry after
 * holds the hash of this one; this is what protects the last.
 */
export function seal(json: string): string {
  return `${json.slice(0, -1)},"sha256":"${sumOf(json)}"}\n`;
}

/** A line without its seal, if it has one. */
export interface Unsealed {
  /** JSON. */
  readonly entry: string;
  /** It ends as a sealed line does. */
  readonly sealed: boolean;
  /** It is what was sealed. */
  readonly intact: boolean;
}

export function unseal(line: string): Unsealed {
  const [, before, sum] = /^(.*),"sha256":"([0-9a-f]{64})"\}\n$/s.exec(line) ?? [];
  if (before === undefined) return { entry: line, sealed: false, intact: false };
  const entry = `${before}}`;
  return { entry, sealed: true, intact: sumOf(entry) === sum };
}

const sumOf = (json: string): string => createHash('sha256').update(json).digest('hex');
