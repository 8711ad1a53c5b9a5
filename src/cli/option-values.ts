import type { Acceptance } from '#domain/preflight/finding';
import type { Purpose } from '#domain/rights/purpose';

export const OUTPUTS = ['text', 'json', 'yaml', 'markdown', 'iam', 'rbac'] as const;
export type Output = (typeof OUTPUTS)[number];

export const CLOCKS = ['consent', 'wall'] as const;
export type Clock = (typeof CLOCKS)[number];

/** What an identity is there for. */
export const PURPOSES = ['plan', 'run', 'drain'] as const satisfies readonly Purpose[];

/** The gates of the procedures that people can approve. */
export const GATES = ['control-plane', 'delete-old-nodes'] as const;

/** What the operator asked for. A command gets all fields; those it does not list have their defaults. */
export interface Options {
  readonly cluster?: string;
  readonly region?: string;
  readonly profile?: string;
  readonly context?: string;
  readonly kubeconfig?: string;
  readonly state?: string;
  readonly output: Output;
  readonly yes: boolean;
  readonly approve: readonly string[];
  readonly accept: readonly Acceptance[];
  readonly dryRun: boolean;
  readonly snapshot?: string;
  readonly scenario?: string;
  readonly newGroup: Readonly<Record<string, string>>;
  readonly takeOver: boolean;
  readonly now: boolean;
  readonly why?: string;
  readonly clock: Clock;
  readonly port?: string;
  readonly set: Readonly<Record<string, string>>;
  readonly for: Purpose;
  readonly account?: string;
  readonly nodeRole?: string;
  readonly addonRole: readonly string[];
  readonly group?: string;
}

export const NO_OPTIONS: Options = {
  output: 'text',
  yes: false,
  approve: [],
  accept: [],
  dryRun: false,
  newGroup: {},
  takeOver: false,
  now: false,
  clock: 'consent',
  set: {},
  for: 'run',
  addonRole: [],
};

/** True when `-o json` was typed, also where the rest of the command line is wrong. */
export const wantsJson = (argv: readonly string[]): boolean =>
  argv.some(
    (it, at) =>
      ['-ojson', '--output=json'].includes(it) || (['-o', '--output'].includes(it) && argv[at + 1] === 'json'),
  );
