import type { Acceptance } from '#domain/preflight/finding';
import type { RemovedApi } from '#domain/preflight/removed-apis';
import type { AddonsByMoment, CheckName, Limits, Runbook } from './runbook.ts';

/** What one run adds to its runbook. */
export interface RunParticulars {
  readonly runId: string;
  readonly cluster: string;
  readonly accepted: readonly Acceptance[];
  /** Old node group → name of the new one, where the operator named it. */
  readonly newNames: Readonly<Record<string, string>>;
  /** Who holds the cluster, for its Lease: user@host. */
  readonly owner: string;
  /** Where the run's log is, for its Lease. */
  readonly log: string;
  /** A run whose Lease may be taken: its own log, or the operator, says that it has ended. */
  readonly takesFrom?: string;
}

/** The input of the procedure's machine. Plain JSON. */
export interface ProcedureInput extends RunParticulars {
  readonly from: string;
  readonly to: string;
  readonly checks: readonly CheckName[];
  readonly removedApis: readonly RemovedApi[];
  readonly addons: AddonsByMoment;
  readonly bakeMs: number;
  readonly limits: Limits;
}

/** A runbook, applied to one cluster. */
export function toProcedureInput(runbook: Runbook, run: RunParticulars): ProcedureInput {
  return {
    ...run,
    from: runbook.hop.from,
    to: runbook.hop.to,
    checks: runbook.checks,
    removedApis: runbook.removedApis.map(({ source: _, ...it }) => it),
    addons: runbook.addons,
    bakeMs: runbook.bakeMs,
    limits: runbook.limits,
  };
}
