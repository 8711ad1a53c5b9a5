import type { Watches } from '../kubernetes/watches.ts';
import type { ServedTwin } from '../served-twin.ts';
import type { WallClock } from '../wall-clock.ts';
import { ConsentClock, type Present } from './consent.ts';
import { followWall, type WallTime } from './follow-wall.ts';

/** The clock of a served twin: of one of two kinds, fixed at the start. */
export type RunningClock = {
  /** Lets happen what is due before a request is performed; nothing under time by consent. */
  readonly catchUp: () => void;
  /** The present, told to all watches first. */
  readonly present: () => Present;
  readonly stop: () => void;
} & ({ readonly kind: 'consent'; readonly consent: ConsentClock } | { readonly kind: 'wall'; readonly wall: WallTime });

export function startClock(
  twin: ServedTwin,
  kind: 'consent' | 'wall',
  wall: WallClock,
  watches: Watches,
): RunningClock {
  const present = () => {
    watches.bookmark();
    // What no watch can tell now nobody waits for.
    const resourceVersion = twin.faults?.areWatchesCut() ? '0' : twin.face.kubernetes.resourceVersion();
    return { now: twin.time.now(), resourceVersion };
  };
  if (kind === 'consent') {
    return { kind, consent: new ConsentClock(twin.time, present), catchUp: nothing, present, stop: nothing };
  }
  const following = followWall(twin.time, wall, watches.bookmark);
  return { kind, wall: following, catchUp: following.catchUp, present, stop: following.stop };
}

const nothing = (): void => undefined;
