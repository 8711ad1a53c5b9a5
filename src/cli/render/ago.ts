import { minutes } from '#messages/format';

/** `2021-11-09 08:30:38Z (28 min ago)` */
export function ago(instant: number, now: number): string {
  const stamp = new Date(instant).toISOString().replace('T', ' ').slice(0, 19);
  return `${stamp}Z (${span(Math.max(0, now - instant))} ago)`;
}

const span = (ms: number): string =>
  ms < 100 * 60_000
    ? minutes(ms)
    : ms < 48 * 3_600_000
      ? `${Math.round(ms / 3_600_000)} h`
      : `${Math.round(ms / 86_400_000)} days`;
