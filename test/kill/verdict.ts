import type { JournalEntry } from '#twin/journal';
import { notReads } from '../e2e/seen-from-outside.ts';
import { actOf, isMark, tokenOf } from '../e2e/world.ts';

/** What was done in a run, and what it led to; nothing in it differs between two runs by chance. */
export interface Deeds {
  /** In order, those that were repeated included. */
  readonly acts: readonly Act[];
  readonly refused: number;
  /** The runners that marked the Lease as theirs, in order: none of the procedure's acts, done once by each that goes on. */
  readonly marks: readonly string[];
  /** What was asked for in vain: refused, or asked for again with what makes that a no-op. Instant (ms, UTC) and operation. */
  readonly vain: readonly string[];
  readonly world: string;
}

interface Act {
  readonly what: string;
  /** Asked for again with the same, it changes nothing: `clientRequestToken`, or the uid of the pod that is evicted. */
  readonly once: string | null;
}

/** The deeds of a run by the twin's journal; `chance` is what its names and places hold by chance: run id, folder. */
export function deedsOf(journal: readonly JournalEntry[], world: unknown, chance: readonly string[]): Deeds {
  const without = (text: string) => chance.reduce((left, it) => left.replaceAll(it, '…'), text);
  const writes = notReads(journal);
  const done = writes.filter(({ status }) => status < 300);
  const acts = done.filter((it) => !isMark(it));
  return {
    acts: acts.map((entry) => ({ what: without(actOf(entry)), once: onceOf(entry) })),
    refused: writes.length - done.length,
    marks: done.flatMap(runnerIn),
    vain: writes.filter((it) => it.status >= 300 || isRepeated(it, acts)).map(momentOf),
    world: without(JSON.stringify(world)),
  };
}

/** The runner whose name the Lease got, when it was made, taken or marked. */
const runnerIn = ({ parameters }: JournalEntry): readonly string[] =>
  JSON.stringify(parameters).match(/(?<=\/fence":"\d+ )[\w-]+/g) ?? [];

/** Instant and operation: what the observer of the twin names a call by. */
export const momentOf = ({ at, operation }: Pick<JournalEntry, 'at' | 'operation'>): string => `${at} ${operation}`;

const onceOf = (entry: JournalEntry): string | null => tokenOf(entry) ?? podOf(entry);

const isRepeated = (entry: JournalEntry, acts: readonly JournalEntry[]): boolean =>
  onceOf(entry) !== null &&
  acts.slice(0, acts.indexOf(entry)).some((it) => actOf(it) === actOf(entry) && onceOf(it) === onceOf(entry));

/** A pod is evicted once: while it ends, another eviction is accepted and changes nothing, afterwards its uid is unknown. */
const podOf = ({ operation, parameters }: JournalEntry): string | null =>
  operation === 'k8s:evict pods' ? ((JSON.stringify(parameters).match(/"uid":"([\w-]+)"/) ?? [])[1] ?? null) : null;

export interface Verdict {
  readonly problems: readonly string[];
  /** Acts that were asked for again, by a token or uid with which that changes nothing. */
  readonly again: number;
}

/** Holds a run that was killed against the undisturbed one. */
export function judge(undisturbed: Deeds, killed: Deeds): Verdict {
  const known = new Set(undisturbed.acts.map(({ what }) => what));
  const seen = new Map<string, string | null>();
  const problems: string[] = [];
  let again = 0;
  for (const { what, once } of killed.acts) {
    if (!known.has(what)) problems.push(`an act that the undisturbed run does not know: ${what}`);
    if (!seen.has(what)) seen.set(what, once);
    else if (once !== null && seen.get(what) === once) again += 1;
    else problems.push(`done twice: ${what}`);
  }
  for (const what of known) if (!seen.has(what)) problems.push(`never done: ${what}`);
  if (problems.length === 0 && inOrder(seen.keys()) !== inOrder(known)) problems.push('in another order');
  for (const runner of twiceIn(killed.marks)) problems.push(`marked the Lease twice: ${runner}`);
  if (killed.world !== undisturbed.world)
    problems.push(`another world: ${firstDifference(undisturbed.world, killed.world)}`);
  return { problems, again };
}

/** Evictions go out side by side, on connections of their own: among themselves they have no order. */
function inOrder(acts: Iterable<string>): string {
  const batches: string[][] = [];
  for (const act of acts) {
    const last = batches.at(-1);
    if (isEviction(act) && last?.every(isEviction)) last.push(act);
    else batches.push([act]);
  }
  return JSON.stringify(batches.map((batch) => batch.sort()));
}

const isEviction = (act: string): boolean => act.startsWith('k8s:evict pods ');

const twiceIn = (all: readonly string[]): readonly string[] => all.filter((it, at) => all.indexOf(it) !== at);

const AROUND = 150;

function firstDifference(wanted: string, seen: string): string {
  let at = 0;
  while (at < wanted.length && wanted[at] === seen[at]) at += 1;
  const cut = (text: string) => text.slice(Math.max(0, at - AROUND), at + AROUND);
  return `…${cut(wanted)}… became …${cut(seen)}…`;
}
