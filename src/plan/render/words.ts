import type { Plan, PlannedAction } from '../plan.ts';

/** `28 min`, `1 h 4 min`, `40 s`: as exact as a prediction deserves. */
export function inMinutes(ms: number): string {
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `+0:28:06` after the start. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (count: number) => String(count).padStart(2, '0');
  return `+${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export const title = ({ hop, cluster }: Plan): string => `Upgrade of ${cluster} from ${hop.from} to ${hop.to}`;

/** One sentence. */
export function verdictLine({ verdict, tookMs }: Plan): string {
  if (verdict.kind === 'can-be-carried-out')
    return `It can be carried out; about ${inMinutes(tookMs)}, waiting for people not counted.`;
  const changed = verdict.changedBefore ? 'things would have been changed by then' : 'nothing would have been changed';
  return `It is blocked at "${verdict.at}"; ${changed}.`;
}

/** `3 in zone a, 2 in zone b` */
export const zonesLine = (zones: Readonly<Record<string, number>>): string =>
  Object.entries(zones)
    .map(([zone, count]) => `${count} in ${zone}`)
    .join(', ') || 'none';

export const actionLine = ({ operation, object }: PlannedAction): string =>
  object === '' ? operation : `${operation} ${object}`;
