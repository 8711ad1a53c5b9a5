import type { ExitCode } from '#errors/exit-codes';
import type { Composition } from '../compose/composition.ts';
import type { OptionName } from './option-table.ts';
import type { Options, Output } from './option-values.ts';
import type { Surroundings } from './surroundings.ts';

/** One command as data: what is typed, and what to load when it is. */
export interface Command {
  /** `run`, `twin serve` */
  readonly name: string;
  /** `<hop>` must be given, `[run]` may. */
  readonly arguments: readonly `${'<' | '['}${string}`[];
  readonly summary: string;
  readonly options: readonly OptionName[];
  readonly outputs: readonly Output[];
  /** What --help says of an option here, where it differs from what it says elsewhere. */
  readonly told?: Partial<Readonly<Record<OptionName, string>>>;
  readonly examples: readonly string[];
  /** Imports the work lazily: `--help` loads none of it. */
  readonly act: (call: Call) => Promise<ExitCode>;
}

/** One use of a command. */
export interface Call {
  readonly arguments: readonly string[];
  readonly options: Options;
  readonly composition: Composition;
  readonly around: Surroundings;
}

/** Options that say how a cluster is reached. */
export const REACH = ['cluster', 'region', 'profile', 'context', 'kubeconfig'] as const satisfies readonly OptionName[];
