import type { Acceptance } from '#domain/preflight/finding';
import { CLOCKS, GATES, PURPOSES } from './option-values.ts';
import { parseAcceptance, parseChoice, parsePair } from './parse-option.ts';

interface OptionRow {
  readonly flags: string;
  readonly text: string;
  /** Turns the text after the flag into its value, given the value so far of a repeatable option. */
  readonly parse?: (text: string, before: never) => unknown;
  readonly initial?: unknown;
}

type Before<T> = T | undefined;

const row = (flags: string, text: string): OptionRow => ({ flags, text });

/** Every option of every command, once. */
export const OPTIONS = {
  cluster: row('--cluster <name>', 'the EKS cluster'),
  region: row('--region <region>', 'AWS region (default: as the AWS CLI finds it)'),
  profile: row('--profile <name>', 'AWS profile'),
  context: row('--context <name>', 'context of the kubeconfig (default: a token for EKS, no kubeconfig needed)'),
  kubeconfig: row('--kubeconfig <file>', 'kubeconfig file to reach Kubernetes with'),
  state: row('--state <folder>', 'where runs are kept (default: eks-upgrade-runbook in the XDG state folder)'),
  output: {
    // Each command has formats of its own, and says which when it is asked for another.
    ...row('-o, --output <format>', 'format'),
    initial: 'text',
  },
  yes: row('--yes', 'answer the question at the start; never passes the gate before the delete'),
  approve: {
    ...row('--approve <gate>', 'pass this gate when the run reaches it: delete-old-nodes (repeatable)'),
    parse: (text: string, before: Before<readonly string[]>) => [
      ...(before ?? []),
      parseChoice('--approve', GATES)(text),
    ],
  },
  accept: {
    ...row('--accept <CODE=object>', 'go on in spite of this finding; recorded with your name (repeatable)'),
    parse: (text: string, before: Before<readonly Acceptance[]>) => [...(before ?? []), parseAcceptance(text)],
  },
  dryRun: row('--dry-run', 'the same as "upgrade plan": shows everything, changes nothing'),
  snapshot: row('--snapshot <file>', 'plan from this snapshot instead of the live cluster'),
  scenario: row('--scenario <name|file>', 'a twin of this scenario instead of a cluster'),
  newGroup: {
    ...row('--new-group <old=new>', 'name of the node group that replaces <old> (repeatable)'),
    parse: (text: string, before: Before<object>) => ({ ...before, ...parsePair('--new-group', 'old=new', text) }),
  },
  takeOver: row('--take-over', 'take the run from a runner on another host once it has been silent for 60 s'),
  now: row('--now', 'with --take-over: do not wait for the 60 s'),
  why: row('--why <text>', 'reason, kept in the log of the run'),
  clock: {
    ...row('--clock <kind>', 'consent: time moves when the runner waits; wall: as a wall clock'),
    parse: parseChoice('--clock', CLOCKS),
    initial: 'consent',
  },
  port: row('--port <number>', 'port for both APIs to start from (default: any free ones)'),
  set: {
    ...row('--set <path=value>', 'change one value of the scenario, e.g. durations.controlPlane=20s (repeatable)'),
    parse: (text: string, before: Before<object>) => ({ ...before, ...parsePair('--set', 'path=value', text) }),
  },
  for: {
    ...row(
      '--for <purpose>',
      'plan: reading only; run: a whole run with resume and abort; drain: of these what emptying node groups uses, though no command does that alone',
    ),
    parse: parseChoice('--for', PURPOSES),
    initial: 'run',
  },
  account: row('--account <id>', 'AWS account, for the ARNs'),
  nodeRole: row('--node-role <name>', 'IAM role of the nodes, which new node groups get too'),
  addonRole: {
    ...row('--addon-role <name>', 'IAM role of an add-on, which the add-on keeps (repeatable)'),
    parse: (text: string, before: Before<readonly string[]>) => [...(before ?? []), text],
  },
  group: row('--group <name>', 'group in Kubernetes to bind to (default: upgrade-runners, -planners, -drainers)'),
} satisfies Record<string, OptionRow>;

export type OptionName = keyof typeof OPTIONS;
