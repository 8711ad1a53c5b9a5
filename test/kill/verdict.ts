import type { JournalEntry } from '#twin/journal';
import { notReads } from '../e2e/seen-from-outside.ts';
import { actOf, tokenOf } from '../e2e/world.ts';

/** What was done in a run, and what it led to; nothing in it differs between two runs by chance. */
export interface Deeds {
  /** In order, those that were repeated included. */
  readonly acts: readonly Act[];
  readonly refused: number;
  readonly world: string;
}

interface Act {
  readonly what: string;
  /** `clientRequestToken`, where the API takes one. */
  readonly token: string | null;
}

/** The deeds of a run by the twin's journal; `chance` is what its names and places hold by chance: run id, folder. */
export function deedsOf(journal: readonly JournalEntry[], world: unknown, chance: readonly string[]): Deeds {
  const without = (text: string) => chance.reduce((left, it) => left.replaceAll(it, '…'), text);
  const writes = notReads(journal);
  const acts = writes.filter(({ status }) => status < 300);
  return {
    acts: acts.map((entry) => ({ what: without(actOf(entry)), token: tokenOf(entry) })),
    refused: writes.length - acts.length,
    world: without(JSON.stringify(world)),
  };
}

export interface Verdict {
  readonly problems: readonly string[];
  /** Acts that were asked for again with the token of the first time. */
  readonly sameToken: number;
}

/** Holds a run that was killed against the undisturbed one. */
export function judge(undisturbed: Deeds, killed: Deeds): Verdict {
  const known = new Set(undisturbed.acts.map(({ what }) => what));
  const tokens = new Map<string, string | null>();
  const problems: string[] = [];
  let sameToken = 0;
  for (const { what, token } of killed.acts) {
    if (!known.has(what)) problems.push(`an act that the undisturbed run does not know: ${what}`);
    if (!tokens.has(what)) tokens.set(what, token);
    else if (token !== null && tokens.get(what) === token) sameToken += 1;
    else problems.push(`done twice: ${what}`);
  }
  for (const what of known) if (!tokens.has(what)) problems.push(`never done: ${what}`);
  if (killed.world !== undisturbed.world)
    problems.push(`another world: ${firstDifference(undisturbed.world, killed.world)}`);
  return { problems, sameToken };
}

const AROUND = 150;

function firstDifference(wanted: string, seen: string): string {
  let at = 0;
  while (at < wanted.length && wanted[at] === seen[at]) at += 1;
  const cut = (text: string) => text.slice(Math.max(0, at - AROUND), at + AROUND);
  return `…${cut(wanted)}… became …${cut(seen)}…`;
}
