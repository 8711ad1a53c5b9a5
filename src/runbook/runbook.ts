import type { RemovedApi } from '#domain/preflight/removed-apis';

/** A runbook: what is particular to one hop. Pure data; the order of things is the procedure's. Described in docs/runbook-format.md. */
export interface Runbook {
  readonly hop: { readonly from: string; readonly to: string };
  /** In place for the control plane, a new node group for each old one. */
  readonly strategy: 'blue-green';
  /** Checks to make before anything changes, in this order. */
  readonly checks: readonly CheckName[];
  /** APIs that `hop.to` no longer serves. */
  readonly removedApis: readonly RemovedApiEntry[];
  readonly addons: AddonsByMoment;
  readonly gates: readonly Gate[];
  /** How long the old, empty node groups are kept. Default 10 min. */
  readonly bakeMs: number;
  readonly limits: Limits;
  readonly notes: readonly Note[];
}

export const CHECKS = [
  'reachability-and-rights',
  'clock',
  'node-inventory',
  'version-skew',
  'psp',
  'removed-apis',
  'free-addresses',
  'budgets',
  'pods-can-move',
  'node-group-health',
  'update-in-flight',
  'readiness-baseline',
  'replacement-ready',
] as const;

export type CheckName = (typeof CHECKS)[number];

/** Kinds of one version of an API group that go with the hop. */
export interface RemovedApiEntry extends RemovedApi {
  /** Public URL. */
  readonly source: string;
}

/** Add-ons to update, by the moment when, each list in its order. */
export interface AddonsByMoment {
  readonly beforeControlPlane: readonly RunbookAddon[];
  readonly beforeDelete: readonly RunbookAddon[];
  readonly afterDelete: readonly RunbookAddon[];
}

export interface RunbookAddon {
  readonly name: string;
  /** A version, or `default`: what EKS installs by default on the target version, never older than installed. */
  readonly version: string;
  readonly resolveConflicts: 'NONE' | 'OVERWRITE' | 'PRESERVE';
}

/** Where the run stops for a person. `start`: answered by the question at the start; `approval`: only by `upgrade approve` or its like. */
export interface Gate {
  readonly before: 'control-plane' | 'delete-old-nodes';
  readonly answeredBy: 'start' | 'approval';
}

/** How long a wait may last before the run parks; nothing is ever forced. Milliseconds. */
export interface Limits {
  /** Emptying one node. Default 60 min. */
  readonly nodeMs: number;
  /** One pod, counted from the end of its grace period. Default 10 min. */
  readonly podAfterGraceMs: number;
  /** From the creation of a node group until its nodes are worthy of pods. Default 45 min. */
  readonly newGroupMs: number;
  /** One add-on update. Default 20 min. */
  readonly addonMs: number;
  /** The deletion of one node group. Default 30 min. */
  readonly deleteMs: number;
  /** The control plane cannot be given up: from then on the run warns, and waits on. Default 45 min. */
  readonly controlPlaneWarningMs: number;
}

/** Something people have to know about this hop that no check can judge for them. */
export interface Note {
  readonly id: string;
  readonly severity: 'blocker' | 'action' | 'watch' | 'info';
  readonly when:
    | 'any'
    | 'before-control-plane'
    | 'before-nodes'
    | 'nodes'
    | 'after-nodes'
    | 'addons'
    | 'after'
    | 'before-next-hop';
  readonly text: string;
  /** Public URL. */
  readonly source: string;
}
