import type { PlannedAddonUpdate } from '#domain/addons/settings';
import type { CreateNodegroupRequest, ResizeNodegroupRequest, ScalingConfig } from '#domain/eks/nodegroup';
import type { Acceptance, Finding, Phase } from '#domain/preflight/finding';
import type { RemovedApi } from '#domain/preflight/removed-apis';
import type { Step } from './step.ts';

/** What every step knows about the run. Small: it is part of each record. */
export interface Hop {
  readonly runId: string;
  readonly cluster: string;
  /** `1.20` */
  readonly from: string;
  /** `1.21` */
  readonly to: string;
}

/** An old managed node group and the one that takes its place. */
export interface Rotation {
  readonly old: string;
  readonly new: string;
  /** How many nodes the new group was asked to have; absent until it is designed. */
  readonly asked?: number;
  /** How many nodes the old group was frozen at; absent until it is surveyed for the drain. */
  readonly frozenAt?: number;
}

/** One add-on of the runbook. */
/** An add-on and the version that it is to get. */
export interface AddonTarget {
  readonly addonName: string;
  readonly addonVersion: string;
}

export interface AddonRule {
  readonly name: string;
  /** A version, or `default`: what EKS installs by default on the target version, never older than installed. */
  readonly version: string;
  readonly resolveConflicts: 'NONE' | 'OVERWRITE' | 'PRESERVE';
}

/** A workload whose pods a drain moves, with its ready count before the first eviction. No name: there may be 250 of them in a record. */
export interface Touched {
  readonly uid: string;
  readonly ready: number;
}

/** Which checks are made before which phase, and what is known that bears on them. */
export interface Checked extends Hop {
  readonly phase: Phase | 'all';
  readonly rotations: readonly Rotation[];
  readonly accepted: readonly Acceptance[];
  readonly checks: readonly string[];
  /** APIs that `to` no longer serves; absent: none is known. */
  readonly removedApis?: readonly RemovedApi[];
  /** Workloads and nodes that were not ready before the run. */
  readonly brokenBefore?: readonly string[];
  /** The resize that the run itself has asked for or is about to. */
  readonly resize?: ResizeNodegroupRequest | null;
}

type Nothing = Readonly<Record<string, never>>;
type InGroup = Hop & { readonly group: string };

/**
 * Every step by name, with what it takes and what it gives. The procedures import this type; `compose` binds the steps.
 * `check choose design survey describe verify` only look; `watch` and `drain` may take many slices; the rest act once.
 */
export interface Steps {
  // preflight
  /** All checks of all phases, or with `phase` only those that guard it. Never throws for a finding. */
  'check-cluster': Step<
    Checked,
    {
      /** As many as a record can hold, the gravest first; `blocked` and `broken` are about all of them. */
      readonly findings: readonly Finding[];
      readonly blocked: boolean;
      /** Nodes and workloads that are not ready, by name. */
      readonly broken: readonly string[];
    }
  >;
  /** Which managed groups have to be rotated, oldest first, and what the new ones are called. */
  'choose-node-groups': Step<
    Hop & { readonly newNames: Readonly<Record<string, string>> },
    { readonly rotations: readonly Rotation[] }
  >;
  /** Creates Lease kube-system/eks-upgrade-runbook, or takes it where nobody holds it or the run `takesFrom`; finding our own run in it is fine. */
  'hold-cluster': Step<
    Hop & { readonly owner: string; readonly log: string; readonly takesFrom?: string },
    { readonly kind: 'held' } | { readonly kind: 'held-by-another'; readonly holder: string; readonly log: string }
  >;
  /** Gives the Lease back if it is ours: it stays, held by nobody. `left`: lines for the report. */
  'release-cluster': Step<Hop, { readonly left: readonly string[] }>;

  // control plane
  /** Starts the update, or adopts the one that is already running to the same version; `updateId` null: the cluster is there already. */
  'start-control-plane-update': Step<Hop, { readonly updateId: string | null }>;
  'watch-control-plane-update': Step<Hop & { readonly updateId: string; readonly warnAfterMs: number }, Nothing>;
  /** Five answers in a row, each on a new connection, say the new version. */
  'watch-api-servers': Step<Hop, { readonly gitVersion: string }>;

  // new nodes
  'design-node-group': Step<
    Hop & Rotation,
    { readonly request: CreateNodegroupRequest; readonly differences: readonly string[] }
  >;
  'create-node-group': Step<{ readonly request: CreateNodegroupRequest }, Nothing>;
  /** Until the group is ACTIVE; a health issue or CREATE_FAILED throws. */
  'watch-node-group': Step<InGroup, Nothing>;
  /** Until as many nodes as the group wants are worthy of pods (design §9.4). */
  'watch-new-nodes': Step<InGroup & { readonly asked?: number }, { readonly nodes: number }>;

  // drain
  /** A soft taint of ours (PreferNoSchedule) on the nodes of groups that are rotated later. */
  'taint-waiting-nodes': Step<Hop & { readonly groups: readonly string[] }, Nothing>;
  /** The live size of the old group and its sizes now; `request` null when it is frozen already. */
  'survey-node-group': Step<
    InGroup,
    { readonly before: ScalingConfig; readonly request: ResizeNodegroupRequest | null }
  >;
  'freeze-node-group': Step<{ readonly request: ResizeNodegroupRequest }, { readonly updateId: string }>;
  'watch-node-group-update': Step<InGroup & { readonly updateId: string }, Nothing>;
  /** All nodes of the group; a failed cordon throws before any eviction. */
  'cordon-nodes': Step<InGroup, { readonly nodes: number }>;
  /** The oldest node of the group that is not empty yet (newcomers are cordoned first); null when all are. */
  'choose-node': Step<InGroup & { readonly frozenAt?: number }, { readonly node: string | null }>;
  'survey-node': Step<Hop & { readonly node: string }, { readonly touched: readonly Touched[] }>;
  /** `group`, `frozenAt`: that of the node and its size, seen to be so still before anything is evicted; absent: not known. */
  'drain-node': Step<
    Hop & {
      readonly node: string;
      readonly podAfterGraceMs: number;
      readonly group?: string;
      readonly frozenAt?: number;
    },
    Nothing
  >;
  'watch-workloads': Step<Hop & { readonly touched: readonly Touched[] }, Nothing>;

  // old nodes
  /** Throws unless a fresh list shows nothing on the group's nodes but pods that may stay. */
  'verify-empty': Step<InGroup, { readonly nodes: number }>;
  /** Only while the group is empty and closed and what takes its place is ready, seen anew before each request. */
  'delete-node-group': Step<InGroup & Checked, Nothing>;
  'watch-node-group-deletion': Step<InGroup, Nothing>;
  /** The nodes that remain are Ready and workloads are healthy after the delete. */
  'verify-survivors': Step<Hop & { readonly brokenBefore?: readonly string[] }, Nothing>;

  // add-ons
  /** The requests, in the runbook's order, with what is told of their configuration values; add-ons that are missing or new enough are left out and named by messages. */
  'choose-addons': Step<
    Hop & { readonly rules: readonly AddonRule[] },
    { readonly requests: readonly PlannedAddonUpdate[] }
  >;
  'update-addon': Step<{ readonly request: PlannedAddonUpdate }, { readonly updateId: string | null }>;
  'watch-addon-update': Step<{ readonly request: PlannedAddonUpdate; readonly updateId: string }, Nothing>;

  // verify, abort
  'verify-cluster': Step<
    Hop & { readonly rotations: readonly Rotation[]; readonly brokenBefore: readonly string[] },
    { readonly report: readonly string[] }
  >;
  /** Sizes, cordons and marks of this run, never a delete. */
  'undo-marks': Step<
    Hop & { readonly frozen: readonly { readonly group: string; readonly before: ScalingConfig }[] },
    { readonly undone: readonly string[] }
  >;
  'describe-leftovers': Step<
    Hop & { readonly rotations: readonly Rotation[]; readonly addons?: readonly AddonTarget[] },
    { readonly leftovers: readonly string[] }
  >;
}

export type StepName = keyof Steps;
export type InputOf<Name extends StepName> = Steps[Name] extends Step<infer Input, infer _> ? Input : never;
export type OutputOf<Name extends StepName> = Steps[Name] extends Step<infer _, infer Output> ? Output : never;
