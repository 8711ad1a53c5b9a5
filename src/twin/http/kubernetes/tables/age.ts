const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long ago an RFC 3339 instant was, as real servers write it in their tables; `<unknown>` when there is none. */
export function age(instant: unknown, now: number): string {
  return typeof instant === 'string' ? humanDuration(now - Date.parse(instant)) : '<unknown>';
}

/** https://github.com/kubernetes/apimachinery/blob/v0.34.0/pkg/util/duration/duration.go (HumanDuration) */
export function humanDuration(ms: number): string {
  const whole = (unit: number) => Math.trunc(ms / unit);
  if (whole(SECOND) < -1) return '<invalid>';
  if (whole(SECOND) < 0) return '0s';
  if (whole(SECOND) < 120) return `${whole(SECOND)}s`;
  if (whole(MINUTE) < 10) return two(whole(MINUTE), 'm', whole(SECOND) % 60, 's');
  if (whole(MINUTE) < 180) return `${whole(MINUTE)}m`;
  if (whole(HOUR) < 8) return two(whole(HOUR), 'h', whole(MINUTE) % 60, 'm');
  if (whole(HOUR) < 48) return `${whole(HOUR)}h`;
  return inDays(whole(HOUR));
}

function inDays(hours: number): string {
  const days = Math.trunc(hours / 24);
  if (days < 8) return two(days, 'd', hours % 24, 'h');
  if (days < 365 * 2) return `${days}d`;
  if (days < 365 * 8) return two(Math.trunc(days / 365), 'y', days % 365, 'd');
  return `${Math.trunc(days / 365)}y`;
}

const two = (large: number, unit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large}${unit}` : `${large}${unit}${small}${smallUnit}`;
