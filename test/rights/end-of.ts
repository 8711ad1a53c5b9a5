import type { Acceptance } from '#domain/preflight/finding';
import type { Ending } from '#engine/host';
import { allCodes } from '#errors/catalogue/find-code';
import { inWords, type Line } from './printed.ts';

/** What a run that is over has found risky, as `CODE object`. */
export const risksOf = (ending: Ending | null): readonly string[] =>
  ending?.kind === 'finished'
    ? (ending.record.snapshot as { readonly context: { readonly risks: readonly string[] } }).context.risks
    : [];

/** How a run ended: `done`, or the code and the words of what stopped it. */
export function endOf(ending: Ending | null): string {
  if (ending?.kind === 'finished') return 'done';
  if (ending?.kind === 'parked') return `parked ${ending.failure.code}: ${ending.failure.message}`;
  if (ending?.kind !== 'blocked') return ending?.kind ?? 'killed';
  const { failure } = (ending.record.snapshot as { context: { failure: { code: string; message: string } | null } })
    .context;
  return `blocked ${failure?.code}: ${failure?.message}`;
}

const CODES = new Set<string>(allCodes().map(({ code }) => code));

/** Whether a run has stopped with a code of the catalogue and the words of whoever refused. */
export const hasStoppedWithReason = (end: string): boolean =>
  CODES.has(/^(?:parked|blocked) (\w+): ./.exec(end)?.[1] ?? '') && /forbidden|not authorized/i.test(end);

/** The finding about a missing line, accepted: the run begins all the same. */
export function acceptedLack(line: Line): readonly Acceptance[] {
  if ('action' in line) return [];
  const { name, namespace } = line;
  const object = [
    inWords(line),
    ...(name === undefined ? [] : [name]),
    ...(namespace === undefined ? [] : ['in', namespace]),
  ];
  return [{ code: 'RIGHT_MISSING', object: object.join(' ').replaceAll(' ', ':') }];
}
