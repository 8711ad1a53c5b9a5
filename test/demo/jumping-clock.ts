import type { Time } from '#ports/time';

/**
 * The clock of a machine that is set while a runner lives: at the instant it jumps by so many hours. `2022-03-05T18:03:00Z
 * -3`; without it the clock is right. Waits take as long as they take, as timers of an operating system do.
 */
export function clockOf(jumps: string | undefined): (time: Time) => Time {
  if (jumps === undefined) return (time) => time;
  const [at = '', hours = ''] = jumps.split(' ');
  return (time) => {
    const ahead = () => (time.now() >= Date.parse(at) ? Number(hours) * 3_600_000 : 0);
    return {
      now: () => time.now() + ahead(),
      until: (instant, signal) => time.until(instant - ahead(), signal),
    };
  };
}
