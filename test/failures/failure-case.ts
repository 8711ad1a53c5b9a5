import type { ExitCode } from '#errors/exit-codes';
import type { Change } from '../e2e/unhealthy.ts';
import type { Stage } from '../kill/stage.ts';

/** The parts of docs/failures.md, in its order. */
export const TOPICS = [
  'The control plane',
  'Node groups and nodes',
  'The drain',
  'Add-ons',
  'Answers that do not come, or not as they should',
  'Credentials and rights',
  'Somebody else',
  'The place where it runs',
  'Runners and people',
] as const;
export type Topic = (typeof TOPICS)[number];

/** One thing that goes wrong, played over the wire by real processes; a row of docs/failures.md and a golden file. */
export interface FailureCase {
  /** Words with dashes: the name of the golden file. */
  readonly name: string;
  readonly topic: Topic;
  /** What goes wrong, as a sentence without a full stop. */
  readonly goesWrong: string;
  /** What the tool does about it, as a sentence without a full stop. */
  readonly happens: string;
  /** What is different from `ekstest`, faults included. */
  readonly change?: Change;
  readonly script: readonly Act[];
  /** Its faults meet nothing but open watches, which are no calls: what has to be said shows them. */
  readonly isMetByWatches?: boolean;
  /** Why this machine cannot play it; null: it can. */
  readonly unplayable?: string | null;
  /** The observer of the twin may report these: what was done by hand in the story, not by the tool. */
  readonly isPlayedByHand?: string;
}

export type Act = Typed | Done;

/** A command, and how it ends. */
export interface Typed {
  readonly types: readonly string[];
  readonly exit: ExitCode | 130 | 143;
  /** The code in brackets that its ending shows. */
  readonly code?: string;
  /** What has to be in its output: the API's own words, the object, the next command. */
  readonly says?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Another state folder than the usual one: its name. */
  readonly state?: string;
}

/** Something that is done to the cluster, to the machine, or between two commands; `told` stands in the golden file. */
export interface Done {
  readonly told: string;
  readonly does: (stage: Stage) => Promise<void>;
}
