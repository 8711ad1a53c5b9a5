import type { UpdateAddonRequest } from '../eks/addon.ts';
import { sha256 } from './sha256.ts';

/**
 * What is told of the configuration values of an add-on: they may hold secrets, so records, plans and logs have their
 * SHA-256 and the names of their uppermost keys, by which people know which values are meant.
 */
export interface Settings {
  readonly sha256: string;
  /** Sorted; empty where the text names none that can be told apart from values. */
  readonly keys: readonly string[];
}

/** An update of an add-on as it is planned and recorded: the values themselves are read at the act. */
export type PlannedAddonUpdate = Omit<UpdateAddonRequest, 'configurationValues'> & { readonly settings?: Settings };

const LEFT_OUT = '$leftOut';

/** Of configuration values, or of what stands for them. */
export function settingsOf(values: string): Settings {
  return standIn(values) ?? { sha256: sha256(values), keys: keysOf(values) };
}

/** A text that stands for the configuration values where the values must not be: its settings are theirs. */
export const inPlaceOf = (values: string): string => JSON.stringify({ [LEFT_OUT]: settingsOf(values) });

/** In words: `sha256 1f3a… of the keys env, replicaCount`. */
export const settingsInWords = ({ sha256: hash, keys }: Settings): string =>
  `sha256 ${hash.slice(0, 12)}…${keys.length === 0 ? '' : ` of the keys ${keys.join(', ')}`}`;

export const sameSettings = (a: Settings | undefined, b: Settings | undefined): boolean => a?.sha256 === b?.sha256;

function standIn(values: string): Settings | null {
  const it = objectIn(values)?.[LEFT_OUT];
  if (typeof it !== 'object' || it === null) return null;
  const { sha256: hash, keys } = it as Partial<Settings>;
  return typeof hash === 'string' && Array.isArray(keys) ? { sha256: hash, keys } : null;
}

// JSON or YAML, as EKS takes it: of YAML only what stands at the margin and looks like a name.
function keysOf(values: string): readonly string[] {
  const json = objectIn(values);
  const names =
    json === null
      ? [...values.matchAll(/^([A-Za-z_][\w.-]{0,62}):(?=\s|$)/gm)].map((it) => it[1] ?? '')
      : Object.keys(json);
  return [...new Set(names)].sort();
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const it: unknown = JSON.parse(text);
    return typeof it === 'object' && it !== null && !Array.isArray(it) ? (it as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const LONG_ENOUGH = 6;

/** A text of the API without what it repeats of the values: every word of them that is no name of a key. */
export function withoutValues(text: string, values: string): string {
  const words = [...values.matchAll(/([^\s"',:{}[\]]+)(?=("?\s*:(?:\s|$|["{[\d]))?)/g)];
  const secret = words.filter(([, , key]) => key === undefined).map(([, word = '']) => word);
  return secret
    .filter((word) => word.length >= LONG_ENOUGH)
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, '…'), text);
}
