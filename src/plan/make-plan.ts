import type { Acceptance, Finding } from '#domain/preflight/finding';
import { idOf, type Procedure } from '#engine/author/procedure';
import type { LoadedRunbook } from '#runbook/load';
import { toProcedureInput } from '#runbook/procedure-input';
import type { Steps } from '#steps/table';
import type { Scenario } from '#twin/scenario/schema';
import { actionsOf, pointsOfNoReturn } from './actions.ts';
import { CANNOT_JUDGE } from './cannot-judge.ts';
import { digestOf } from './digest.ts';
import { heldVerdict, takenFrom } from './held.ts';
import { nodeFates } from './node-fates.ts';
import { phaseName, phasesOf } from './phases.ts';
import type { Plan, Verdict } from './plan.ts';
import type { Trace } from './trace.ts';
import { type WalkedTwin, walk } from './walk.ts';
import { workloadFates } from './workload-fates.ts';

/** Everything a plan is made of: the facts, and the same procedure and steps that a run would use. */
export interface PlanRequest {
  readonly loaded: LoadedRunbook;
  /** The cluster: a scenario, or a snapshot of a live one. */
  readonly scenario: Scenario;
  readonly procedure: Procedure;
  readonly steps: Steps;
  readonly accepted: readonly Acceptance[];
  readonly newNames: Readonly<Record<string, string>>;
  /** The run whose Lease may be taken. */
  readonly takesFrom?: string;
  /** Version of the tool. */
  readonly tool: string;
  readonly openTwin: (scenario: Scenario) => WalkedTwin;
}

/** What a run would do, found out by doing it on the twin. The same request gives the same plan. */
export async function makePlan(request: PlanRequest): Promise<Plan> {
  const { loaded, scenario, accepted, newNames, procedure, steps, tool } = request;
  const takesFrom = takenFrom(scenario, accepted, request.takesFrom);
  const taking = takesFrom === undefined ? {} : { takesFrom };
  const { runbook, bytes } = loaded;
  const id = digestOf({ ...scenario, runbook: bytes, accepted, newNames, ...taking, procedure: idOf(procedure) });
  const run = `plan-${id.slice(0, 12)}`;
  const cluster = scenario.cluster.name;
  const input = toProcedureInput(runbook, {
    runId: run,
    cluster,
    accepted,
    newNames,
    owner: 'the runner',
    log: 'the log of the run',
    ...taking,
  });
  const hop = `${runbook.hop.from}-to-${runbook.hop.to}`;
  const trace = await walk(request.openTwin(scenario), { run, hop, procedure, steps, input, runbook: bytes, tool });
  const actions = actionsOf(trace);
  return {
    format: 1,
    id,
    hop: runbook.hop,
    cluster,
    procedure: idOf(procedure),
    verdict: heldVerdict(scenario, takesFrom) ?? verdictOf(trace),
    checks: checksMade(trace),
    findings: findingsOf(trace),
    phases: phasesOf(trace),
    actions,
    gates: trace.stays.flatMap(({ gate, from }) =>
      gate === null ? [] : [{ before: gate, atMs: from - trace.startedAt, answeredBy: answeredBy(gate) }],
    ),
    pointsOfNoReturn: pointsOfNoReturn(actions),
    nodes: nodeFates(trace.before, trace.after),
    workloads: workloadFates(trace.before, trace.after),
    notes: runbook.notes,
    cannotJudge: CANNOT_JUDGE,
    tookMs: trace.endedAt - trace.startedAt,
  };

  function answeredBy(gate: string): string {
    const how = runbook.gates.find(({ before }) => before === gate)?.answeredBy;
    return how === 'start' ? 'the question at the start, or --yes' : `upgrade approve, or --approve ${gate}`;
  }
}

function verdictOf({ ending, stays }: Trace): Verdict {
  if (ending.kind === 'finished') return { kind: 'can-be-carried-out' };
  const changedBefore = stays.some(({ writes }) => writes.length > 0);
  return {
    kind: 'blocked',
    at: `${phaseName(ending.at)}: ${ending.at.replace(/^work\./, '')}`,
    failure: ending.failure,
    changedBefore,
  };
}

/** The checks that came to an answer before anything would be changed; none where the run stops before them. */
function checksMade({ stays }: Trace): readonly string[] {
  const made = stays.find(({ step, output }) => step === 'check-cluster' && output !== undefined);
  return (made?.input as { readonly checks?: readonly string[] } | undefined)?.checks ?? [];
}

/** What the checks before any change found, then what later checks found newly and is more than information. */
function findingsOf({ stays }: Trace): readonly Finding[] {
  const seen = new Map<string, Finding>();
  let isFirst = true;
  for (const { step, output } of stays) {
    if (step !== 'check-cluster' || output === undefined) continue;
    for (const finding of (output as { findings: readonly Finding[] }).findings) {
      const key = `${finding.code} ${finding.object}`;
      if (!seen.has(key) && (isFirst || finding.severity !== 'info')) seen.set(key, finding);
    }
    isFirst = false;
  }
  return [...seen.values()];
}
