import type { PlannedAddonUpdate } from '#domain/addons/settings';
import type { CreateNodegroupRequest, ResizeNodegroupRequest, ScalingConfig } from '#domain/eks/nodegroup';
import type { Phase } from '#domain/preflight/finding';
import type { Failure } from '#errors/failure';
import type { AddonTarget, Hop, Rotation, Touched } from '#steps/table';
import type { BlueGreenInput } from './input.ts';

/** What a run remembers: ids and the batch at hand, never lists of pods or nodes. Plain JSON. */
export interface Context {
  readonly input: BlueGreenInput;
  readonly rotations: readonly Rotation[];
  /** Index of the rotation at hand. */
  readonly at: number;
  readonly updateId: string | null;
  readonly newGroup: CreateNodegroupRequest | null;
  readonly resize: ResizeNodegroupRequest | null;
  /** Sizes before the freeze, to give back on abort. */
  readonly frozen: readonly { readonly group: string; readonly before: ScalingConfig }[];
  readonly node: string | null;
  readonly touched: readonly Touched[];
  readonly addonRequests: readonly PlannedAddonUpdate[];
  /** All add-ons that were chosen so far, with the versions that they were to get; runs of older versions have none. */
  readonly chosenAddons?: readonly AddonTarget[];
  /** Findings that were accepted or are only a risk, as `CODE object`. */
  readonly risks: readonly string[];
  /** What was not well before the run: nodes by name, workloads as `Deployment/default/web`, add-ons as `addon/coredns`; at most 200. */
  readonly brokenBefore: readonly string[];
  readonly failure: Failure | null;
  /** The parked run may go on to the next node although workloads are not back. */
  readonly mayGoOn: boolean;
  readonly report: readonly string[];
}

export const firstContext = (input: BlueGreenInput): Context => ({
  input,
  rotations: [],
  at: 0,
  updateId: null,
  newGroup: null,
  resize: null,
  frozen: [],
  node: null,
  touched: [],
  addonRequests: [],
  risks: [],
  brokenBefore: [],
  failure: null,
  mayGoOn: false,
  report: [],
});

type Args = { readonly context: Context };

export const hop = ({ context: { input } }: Args): Hop => ({
  runId: input.runId,
  cluster: input.cluster,
  from: input.from,
  to: input.to,
});

export const asHolder = (args: Args) => {
  const { owner, log, takesFrom } = args.context.input;
  return { ...hop(args), owner, log, ...(takesFrom !== undefined && { takesFrom }) };
};

/** The rotation at hand. Only states that are entered while one is left use it. */
export const rotation = ({ context }: Args): Rotation => context.rotations[context.at] as Rotation;

export const inOldGroup = (args: Args) => ({ ...hop(args), group: rotation(args).old });
export const inNewGroup = (args: Args) => ({ ...hop(args), group: rotation(args).new });

/** With what was asked of the group, where this run knows it. */
export const askedOfNewGroup = (args: Args) => {
  const { asked } = rotation(args);
  return { ...inNewGroup(args), ...(asked !== undefined && { asked }) };
};

/** With the size at which the group was frozen, where this run knows it. */
export const inFrozenGroup = (args: Args) => {
  const { frozenAt } = rotation(args);
  return { ...inOldGroup(args), ...(frozenAt !== undefined && { frozenAt }) };
};

/** The rotations, the one at hand with something more that is known about it. */
export const noteOfRotation = ({ rotations, at }: Context, note: Partial<Rotation>): readonly Rotation[] =>
  rotations.map((it, index) => (index === at ? { ...it, ...note } : it));

export const checksOf = (phase: Phase | 'all') => (args: Args) => ({
  ...hop(args),
  phase,
  rotations: args.context.rotations,
  accepted: args.context.input.accepted,
  checks: args.context.input.checks,
  removedApis: args.context.input.removedApis ?? [],
  brokenBefore: args.context.brokenBefore,
  resize: args.context.resize,
});

/** Null when `context` has the fields that this version of the procedure works with; else what is missing. */
export function contextProblem(context: unknown): string | null {
  if (typeof context !== 'object' || context === null) return 'there is no context';
  const wanted = Object.keys(firstContext({} as BlueGreenInput));
  const missing = wanted.filter((key) => !(key in context));
  return missing.length === 0 ? null : `the context lacks ${missing.join(', ')}`;
}
