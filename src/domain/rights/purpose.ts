/**
 * What an identity is there for. `plan` reads only; `run` carries a hop out, with everything around it (resume, abort,
 * take-over); `drain` is the part of it that freezes, cordons and empties node groups.
 */
export const PURPOSES = ['plan', 'run', 'drain'] as const;

export type Purpose = (typeof PURPOSES)[number];

export const ANY: readonly Purpose[] = PURPOSES;
export const CHANGING: readonly Purpose[] = ['run', 'drain'];
export const CHECKING: readonly Purpose[] = ['plan', 'run'];
export const RUN: readonly Purpose[] = ['run'];
