import type { Acceptance } from '#domain/preflight/finding';
import type { RemovedApi } from '#domain/preflight/removed-apis';
import type { AddonRule } from '#steps/table';

/** Everything a run of `blue-green` is told at its start; stored in the first record. */
export interface BlueGreenInput {
  readonly runId: string;
  readonly cluster: string;
  readonly from: string;
  readonly to: string;
  /** Names of the runbook's checks. */
  readonly checks: readonly string[];
  /** APIs that `to` no longer serves; absent in logs of versions that did not look. */
  readonly removedApis?: readonly RemovedApi[];
  readonly accepted: readonly Acceptance[];
  /** Old node group → name of the new one, where the operator chose it. */
  readonly newNames: Readonly<Record<string, string>>;
  readonly addons: {
    readonly beforeControlPlane: readonly AddonRule[];
    readonly beforeDelete: readonly AddonRule[];
    readonly afterDelete: readonly AddonRule[];
  };
  /** How long the old, empty group is kept before anybody may delete it. */
  readonly bakeMs: number;
  readonly limits: Limits;
  /** Who runs it, and where its log is: for the Lease. */
  readonly owner: string;
  readonly log: string;
  /** A run whose Lease may be taken: its own log, or the operator, says that it has ended. */
  readonly takesFrom?: string;
}

/** After which time a wait parks the run, if nothing else is said; counted only while a runner lives. Milliseconds. */
export interface Limits {
  readonly nodeMs: number;
  readonly newGroupMs: number;
  readonly addonMs: number;
  readonly deleteMs: number;
  /** How long a pod may stay after its own grace period. */
  readonly podAfterGraceMs: number;
  /** After which time a control-plane update is called slow; it is waited for all the same. */
  readonly controlPlaneWarningMs: number;
}
