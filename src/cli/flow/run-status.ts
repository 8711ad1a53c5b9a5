import { type Liveness, SILENCE } from '#engine/decide-claim';
import type { ControlEntry, RunHeader, RunRecord } from '#engine/record';
import type { Failure } from '#errors/failure';
import type { RunnerNote } from '#ports/record-log';
import { clusterState } from '../render/cluster-state.ts';
import { failureWithRegion, withRegion } from '../render/with-region.ts';
import { type AtHand, atHand } from './at-hand.ts';
import { hopOf } from './hop-of.ts';

/** What the log of a run says about it. */
export interface RunFacts {
  readonly head: RunRecord;
  readonly header: RunHeader;
  readonly runner: RunnerNote | null;
  readonly liveness: Liveness;
  readonly pending: readonly ControlEntry[];
  readonly gate: string | null;
  /** The state in which it worked last. */
  readonly worked: string;
  /** Since when it is in its state. Instant, ms, UTC. */
  readonly entered: number;
  /** How the run ended; null while it is open. */
  readonly ending: string | null;
  /** Instant, ms, UTC. */
  readonly now: number;
}

export type Situation =
  | 'running'
  | 'at-gate'
  | 'parked'
  | 'paused'
  | 'stopped'
  | 'finished'
  | 'blocked'
  | 'held'
  | 'aborted'
  | 'ended';

/** Where a run stands; JSON, stable. */
export interface RunStatus extends AtHand {
  readonly run: string;
  readonly hop: string;
  readonly cluster: string;
  readonly situation: Situation;
  readonly resumable: boolean;
  readonly state: string;
  /** The state in which it worked last: differs from `state` when it is parked or has ended. */
  readonly worked: string;
  /** Since when it is in this state or does this step. Instant, ms, UTC. */
  readonly since: number;
  /** The pending step; null where none is. */
  readonly step: string | null;
  readonly waitingFor: string | null;
  readonly gate: string | null;
  readonly failure: Failure | null;
  /** `skip` is harmless here. */
  readonly skippable: boolean;
  /** What is true of the cluster now; null when the run has ended. */
  readonly clusterState: string | null;
  readonly runner: {
    readonly owner: string;
    readonly host: string;
    readonly pid: number;
    readonly lastSeen: number;
    readonly alive: boolean;
  } | null;
  readonly pending: readonly { readonly verb: string; readonly by: string; readonly at: number }[];
  readonly report: readonly string[];
  readonly records: number;
}

/** Facts in, status out. */
export function decideStatus(facts: RunFacts): RunStatus {
  const { head, header, runner, gate, pending } = facts;
  const alive = runner !== null && runsStill(facts, runner);
  const situation = situationOf(facts, alive);
  const context = contextOf(head);
  return {
    run: head.run,
    hop: header.hop,
    cluster: header.target.name ?? header.target.arn ?? '',
    situation,
    resumable: facts.ending === null,
    state: head.state,
    worked: facts.worked,
    since: head.effect?.scheduledAt ?? facts.entered,
    ...atHand(facts.worked, head),
    step: head.effect?.src ?? null,
    waitingFor: alive ? runner.waitingFor : null,
    gate,
    failure: situation === 'parked' || situation === 'blocked' ? failureIn(facts) : null,
    skippable: situation === 'parked' && context.mayGoOn,
    clusterState: facts.ending === null ? clusterStateOf(facts) : null,
    runner: runner && { owner: runner.owner, host: runner.host, pid: runner.pid, lastSeen: runner.at, alive },
    pending: pending.map(({ verb, by, at }) => ({ verb, by, at })),
    report: context.report.map((line) => withRegion(line, header.target.region)),
    records: head.seq + 1,
  };
}

function failureIn({ head, header }: RunFacts): Failure | null {
  const { failure } = contextOf(head);
  return failure && failureWithRegion(failure, header.target.region);
}

function clusterStateOf({ worked, header }: RunFacts): string {
  const { from, to } = hopOf(header);
  return clusterState(worked, from, to);
}

/** A living process may have let go of the run and wait for people: then it has no step and no timer. */
function runsStill({ liveness, now, head }: RunFacts, runner: RunnerNote): boolean {
  if (runner.owner !== head.owner || isPause(head)) return false;
  return liveness === 'alive' || (liveness === 'unknown' && now - runner.at < SILENCE);
}

const isPause = ({ kind, event, refused }: RunRecord): boolean =>
  kind === 'control' && event === null && refused === undefined;

function situationOf({ head, ending, gate }: RunFacts, alive: boolean): Situation {
  if (ending !== null) return ending as Situation;
  if (head.state.split('.').at(-1) === 'parked') return 'parked';
  if (alive) return gate === null ? 'running' : 'at-gate';
  if (gate !== null) return 'at-gate';
  return isPause(head) ? 'paused' : 'stopped';
}

/** What people are told from the memory of the procedure: why it parked, what stays behind. */
export function contextOf({ snapshot }: RunRecord): {
  readonly failure: Failure | null;
  readonly report: readonly string[];
  /** `skip` is harmless here. */
  readonly mayGoOn: boolean;
} {
  const { context = {} } = snapshot as { context?: Partial<ReturnType<typeof contextOf>> };
  const { failure = null, report = [], mayGoOn = false } = context;
  return { failure, report, mayGoOn };
}
