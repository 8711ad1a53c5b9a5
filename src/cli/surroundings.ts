/** The process as the command line sees it; tests pass one of their own. */
export interface Surroundings {
  /** Standard output: results only. */
  readonly out: (text: string) => void;
  /** Standard error: progress, questions, errors. */
  readonly err: (text: string) => void;
  /** Why standard output did not arrive although somebody wanted it, in the system's words; null when it did. */
  readonly lostOutput?: () => Promise<string | null>;
  /** A person can be asked: standard input and standard error are terminals. */
  readonly terminal: boolean;
  /** Colour is welcome (`NO_COLOR` unset and a terminal). */
  readonly colour: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `user@host`, written into records and control entries. */
  readonly user: string;
  /** The folder commands are started in: relative paths of `--state` and files. */
  readonly folder: string;
  /** Where the terminal view draws; absent without a terminal. */
  readonly screen?: NodeJS.WriteStream;
  /** One line from the operator; rejects when `signal` is aborted. Only with a terminal. */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string>;
  /** Calls the listener on Ctrl-C, SIGTERM and SIGHUP; returns how to stop. */
  readonly onInterrupt: (listener: (signal: string) => void) => () => void;
  /** Ends the process without any further ado. */
  readonly endNow: (code: number) => void;
}
