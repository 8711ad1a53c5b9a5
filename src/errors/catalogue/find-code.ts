import { TOPICS } from './catalogue.ts';
import type { Entry } from './entry.ts';
import { CLUSTER_FINDINGS } from './findings-cluster.ts';
import { NODE_FINDINGS } from './findings-nodes.ts';

/** A code with what is known about it. */
export interface Explained extends Entry {
  readonly code: string;
  /** The title of its topic. */
  readonly topic: string;
}

/** Every code of the catalogue, in its order. */
export const allCodes = (): readonly Explained[] =>
  TOPICS.flatMap(({ title: topic, entries }) =>
    Object.entries(entries).map(([code, entry]) => ({ code, topic, ...entry })),
  );

/** The codes that a finding of a check can have. */
export const findingCodes = (): readonly string[] => Object.keys({ ...CLUSTER_FINDINGS, ...NODE_FINDINGS });

/** The codes that are meant by a text, whatever its case: the same one exactly, else all that differ in case or underscores only. */
export function findCode(text: string): readonly Explained[] {
  const all = allCodes();
  const exact = all.filter(({ code }) => code === text);
  return exact.length > 0 ? exact : all.filter(({ code }) => plain(code) === plain(text));
}

const MOST = 5;

/** The codes that look or sound most like a text, the nearest first; none when nothing does. */
export function nearCodes(text: string): readonly string[] {
  const wanted = plain(text);
  const limit = Math.max(2, Math.floor(wanted.length / 4));
  const measured = allCodes().map(({ code }) => ({ code, far: distance(wanted, plain(code)) }));
  const near = measured.filter(({ far }) => far <= limit).sort((a, b) => a.far - b.far);
  const within = measured.filter(({ code }) => wanted.length >= 3 && plain(code).includes(wanted));
  return [...new Set([...near, ...within].map(({ code }) => code))].slice(0, MOST);
}

const plain = (code: string): string => code.replaceAll(/[_\W]/g, '').toLowerCase();

/** How many letters have to be put in, left out or changed to get from one text to the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...b].entries())
      next.push(Math.min((row[at] ?? 0) + (letter === other ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    row = next;
  }
  return row[b.length] ?? 0;
}
