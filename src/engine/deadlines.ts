import type { Timer } from './record.ts';

/** Whether the timer with this id counts only while a runner lives: its delay is named `…Deadline`. */
export function isDeadline(id: string): boolean {
  return /Deadline$/.test(delayName(id));
}

/** The delay's name: `nodeDeadline` of `xstate.after.nodeDeadline.blue-green@1.work.drain`. */
export function delayName(id: string): string {
  return /^xstate\.after\.([^.]+)\./.exec(id)?.[1] ?? id;
}

/** The timers after `gap` ms without a runner: deadlines move by it; bake, windows and limits of AWS stay where they are. */
export function shiftDeadlines(timers: readonly Timer[], gap: number): readonly Timer[] {
  return timers.map((timer) => (timer.deadline ? { ...timer, due: timer.due + gap } : timer));
}

/** The timer to fire now: of those that are due, the earliest; null when none is. */
export function dueTimer(timers: readonly Timer[], now: number): Timer | null {
  const next = nextTimer(timers);
  return next !== null && next.due <= now ? next : null;
}

/** The timer that is due first, in the order of arming among equals; null without timers. */
export function nextTimer(timers: readonly Timer[]): Timer | null {
  return timers.reduce<Timer | null>((first, timer) => (first === null || timer.due < first.due ? timer : first), null);
}
