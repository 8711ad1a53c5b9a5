import type { Hop } from './hop.ts';

/** One thing that is shown on a real control plane. */
export interface RealCase {
  /** A sentence about behaviour. */
  readonly name: string;
  /** Also played when nobody asks for the long form. */
  readonly isShort: boolean;
  /** Which hops it is for; default all. */
  readonly isFor?: (hop: Hop) => boolean;
  /** Gives what was wrong; empty: nothing. What it says is shown when it fails, and its figures always. */
  readonly play: (hop: Hop, say: (text: string) => void, figure: (text: string) => void) => Promise<readonly string[]>;
}
