/** When a runner is killed or stopped. */
export type Moment =
  | { readonly kind: 'request'; readonly mutating: number; readonly when: 'before' | 'after' }
  | {
      readonly kind: 'entry';
      readonly sequence: 'records' | 'control';
      readonly seq: number;
      readonly when: 'before' | 'after';
    }
  /** So many ms after a request of any kind. */
  | { readonly kind: 'random'; readonly request: number; readonly ms: number }
  /** After record `seq`, and the runner that resumes it right after the record by which it took the run. */
  | { readonly kind: 'twice'; readonly seq: number }
  /** Not killed, but stopped while the request is held, until another runner has taken the run over and finished it. */
  | ({ readonly kind: 'stopped' } & Stop);

/** Where a runner is stopped, and what becomes of the request that is held meanwhile. */
export interface Stop {
  readonly mutating: number;
  /** `late`: performed when the other runner has done the same; `last`: when it has ended the run; `answered`: performed before, its answer arrives late; `lost`: the answer never does. */
  readonly held: 'late' | 'last' | 'answered' | 'lost';
}

/** What an undisturbed run has been through. */
export interface Course {
  readonly requests: number;
  /** How many of them wanted to change something. */
  readonly mutating: number;
  readonly records: number;
  readonly control: number;
  /** How long the process lived, ms. */
  readonly took: number;
}

const SIDES = ['before', 'after'] as const;

const EACH_TWICE = 9;
const LONGEST_AFTER_MS = 25;

/** Before and after each request that changes something, and each entry of the log; and `random` moments in between. */
export function momentsOf(course: Course, random: number, chance: () => number): readonly Moment[] {
  const numbers = upTo(course.mutating).map((index) => index + 1);
  const requests = numbers.flatMap((mutating) => SIDES.map((when): Moment => ({ kind: 'request', mutating, when })));
  const stops = numbers.flatMap((mutating) =>
    ([mutating % 2 === 0 ? 'late' : 'lost', 'last'] as const).map(
      (held): Moment => ({ kind: 'stopped', mutating, held }),
    ),
  );
  const entries = (['records', 'control'] as const).flatMap((sequence) =>
    upTo(course[sequence]).flatMap((seq) => SIDES.map((when): Moment => ({ kind: 'entry', sequence, seq, when }))),
  );
  const twice = upTo(course.records - 1)
    .filter((seq) => seq % EACH_TWICE === 0)
    .map((seq): Moment => ({ kind: 'twice', seq }));
  const whole = (below: number) => Math.floor(chance() * below);
  const others = upTo(random).map(
    (): Moment => ({ kind: 'random', request: 1 + whole(course.requests), ms: whole(LONGEST_AFTER_MS) }),
  );
  return [...requests, ...entries, ...twice, ...others, ...stops];
}

/** For people, and for `--only`. */
export function nameOf(moment: Moment): string {
  switch (moment.kind) {
    case 'request':
      return `${moment.when} request ${moment.mutating}`;
    case 'entry':
      return `${moment.when} ${moment.sequence} ${moment.seq}`;
    case 'random':
      return `random ${moment.ms} ms after request ${moment.request}`;
    case 'twice':
      return `twice after record ${moment.seq}`;
    case 'stopped':
      return `stopped at request ${moment.mutating}, ${moment.held}`;
  }
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** The same numbers from 0 to 1 for the same seed (mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let it = Math.imul(state ^ (state >>> 15), state | 1);
    it ^= it + Math.imul(it ^ (it >>> 7), it | 61);
    return ((it ^ (it >>> 14)) >>> 0) / 2 ** 32;
  };
}
