import type { ServedTime } from '../served-twin.ts';
import type { WallClock } from '../wall-clock.ts';

/** Time that runs as fast as the wall clock, from the model's present instant on. */
export interface WallTime {
  /** Catches up with the wall clock: all that is due by now happens. */
  readonly catchUp: () => void;
  /** Puts the model's time forward; it runs on from there. */
  readonly moveTo: (instant: number) => void;
  readonly stop: () => void;
}

// Requests may bring new things to happen, so the queue is looked at again at least this often.
const LONGEST_REST = 200;

/** Lets `time` follow `wall`; `moved` is called after each step. */
export function followWall(time: ServedTime, wall: WallClock, moved: () => void): WallTime {
  let ahead = time.now() - wall.now();
  let cancel: () => void = () => undefined;
  const catchUp = () => {
    time.tick(Math.max(time.now(), wall.now() + ahead));
    moved();
  };
  const plan = () => {
    const due = (time.nextAt() ?? Number.POSITIVE_INFINITY) - (wall.now() + ahead);
    cancel = wall.after(Math.min(LONGEST_REST, Math.max(1, due)), () => {
      catchUp();
      plan();
    });
  };
  plan();
  return {
    catchUp,
    moveTo: (instant) => {
      ahead = Math.max(instant, time.now()) - wall.now();
      catchUp();
    },
    stop: () => cancel(),
  };
}
