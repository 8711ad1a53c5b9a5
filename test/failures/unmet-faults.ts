import { isMeant } from '#twin/faults/fits';
import type { JournalEntry } from '#twin/journal';
import type { Faults } from '#twin/scenario/fault-schema';

/**
 * The faults of a case that nobody met, by the twin's journal: a story without its trouble proves nothing. State that is
 * set from outside and endings of updates are no calls; the outputs show those.
 */
export function unmetFaults({ answers, happenings }: Faults, journal: readonly JournalEntry[]): readonly string[] {
  const isMet = (of: readonly string[]) => journal.some((it) => it.fault !== undefined && isMeant(of, it.operation));
  const calls = happenings.flatMap(({ what }) => ('call' in what ? [what.call] : []));
  const isDone = (call: string) =>
    journal.some(({ by, operation, status }) => by !== undefined && operation === call && status < 300);
  return [
    ...answers.filter(({ of }) => !isMet(of)).map(({ of }) => `no call met the fault of ${of.join(', ')}`),
    ...calls.filter((call) => !isDone(call)).map((call) => `nobody else did ${call}`),
  ];
}
