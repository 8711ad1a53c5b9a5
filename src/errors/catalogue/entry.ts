/** What is known about one code, for people who have to decide at night. Plain sentences; commands stand in backquotes. */
export interface Entry {
  /** One line. */
  readonly title: string;
  /** What happened, and when exactly the code is used. */
  readonly means: string;
  /** What is true of the cluster then, as far as the code alone tells; null where it tells nothing. */
  readonly state: string | null;
  /** What to do, a line each. */
  readonly todo: string;
  /** Where the fact behind it is written down: a public URL. */
  readonly source?: string;
}

export type Entries = Readonly<Record<string, Entry>>;

/** The way on from a parked run once its cause is mended. */
export const RETRY = 'Then `upgrade retry` and, if no runner is alive, `upgrade resume`.';

/** True of everything that is refused before a run begins or by a command that only reads. */
export const UNTOUCHED = 'Nothing was changed by this command.';
