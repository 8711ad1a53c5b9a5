import { memoryLog } from '#adapters/record-log/memory';
import type { Procedure } from '#engine/author/procedure';
import { decodeRecord } from '#engine/chain';
import { appendControl } from '#engine/control';
import { drive } from '#engine/drive';
import type { Ending, Host } from '#engine/host';
import type { RunRecord } from '#engine/record';
import { startRun } from '#engine/start';
import type { FailureCode } from '#errors/catalogue/catalogue';
import type { Failure } from '#errors/failure';
import { toFailure, UpgradeError } from '#errors/upgrade-error';
import type { RunLog } from '#ports/record-log';
import type { Time } from '#ports/time';
import type { StepPorts } from '#steps/step';
import type { Steps } from '#steps/table';
import type { JournalEntry } from '#twin/journal';
import { Performer } from './performed.ts';
import { staysOf } from './stays.ts';
import type { Trace, TraceEnding, World } from './trace.ts';

/** A twin, as far as a walk needs it. */
export interface WalkedTwin {
  readonly time: Time & { run<Result>(work: Promise<Result>, waitingFor?: () => string): Promise<Result> };
  readonly ports: Pick<StepPorts, 'eks' | 'ec2' | 'kubernetes'>;
  readonly journal: { entries(): readonly JournalEntry[] };
}

/** What is walked through: the procedure that a run would follow, with the steps that it would take. */
export interface WalkOf {
  readonly run: string;
  readonly hop: string;
  readonly procedure: Procedure;
  readonly steps: Steps;
  /** Input of the procedure's machine. */
  readonly input: unknown;
  readonly runbook: string;
  readonly tool: string;
}

const ME = 'plan';

/** Carries the procedure to its end on the twin, in model time, with a log in memory. Gates answer themselves. */
export async function walk(twin: WalkedTwin, of: WalkOf): Promise<Trace> {
  const before = await look(twin);
  const startedAt = twin.time.now();
  const log = memoryLog();
  const gates = new Map<number, string>();
  const performer = new Performer(of.steps, twin.ports, () => twin.journal.entries());
  const ending = await carryOut(twin, hostOf(twin, of, log, performer), of, gates);
  const records = await recordsOf(log);
  const endedAt = twin.time.now();
  const witness = { performed: performer.performed, gates, describe: performer.describe.bind(performer) };
  return {
    startedAt,
    endedAt,
    stays: staysOf(records, witness, endedAt),
    ending: traceEnding(ending, records),
    before,
    after: await look(twin),
  };
}

type DrivenEnding = Exclude<Ending, { readonly kind: 'gate' }>;

type WalkEnding = DrivenEnding | { readonly kind: 'stuck'; readonly failure: Failure };

async function carryOut(twin: WalkedTwin, host: Host, of: WalkOf, gates: Map<number, string>): Promise<WalkEnding> {
  let waitingFor = 'the first step';
  const notify: Host['notify'] = (message) => {
    if (message.code === 'step-waiting') waitingFor = message.data.waitingFor.what;
    if (message.code === 'step-started') waitingFor = message.data.what;
  };
  try {
    return await twin.time.run(driveThroughGates({ ...host, notify }, of, gates), () => waitingFor);
  } catch (thrown) {
    if (thrown instanceof UpgradeError && thrown.code === 'PlanStuck')
      return { kind: 'stuck', failure: toFailure(thrown) };
    throw thrown;
  }
}

async function driveThroughGates(host: Host, of: WalkOf, gates: Map<number, string>): Promise<DrivenEnding> {
  const header = { hop: of.hop, target: {}, runbook: of.runbook, by: ME, input: of.input };
  const started = await startRun(
    host.log,
    { run: of.run, procedure: of.procedure, header, tool: of.tool, owner: ME },
    host.time.now(),
  );
  if (started.kind === 'superseded') return started;
  let record = started.stored.record;
  for (;;) {
    const ending = await drive(host, record);
    if (ending.kind !== 'gate') return ending;
    record = ending.record;
    gates.set(record.seq, ending.gate);
    await appendControl(host.log, { at: host.time.now(), verb: 'approve', gate: ending.gate, by: ME, saw: record.seq });
  }
}

const hostOf = (twin: WalkedTwin, of: WalkOf, log: RunLog, performer: Performer): Host => ({
  procedure: of.procedure,
  log,
  time: twin.time,
  notify: () => {},
  tool: of.tool,
  runner: { owner: ME, host: ME, pid: 0, processStartedAt: null },
  perform: (effect, slice) => performer.perform(effect, slice),
  describe: (effect) => performer.describe(effect),
});

async function look({ ports: { kubernetes } }: WalkedTwin): Promise<World> {
  const [nodes, pods, workloads] = await Promise.all([
    kubernetes.listNodes(),
    kubernetes.listPods(),
    kubernetes.listWorkloads(),
  ]);
  return { nodes: listed(nodes), pods: listed(pods), workloads: listed(workloads) };
}

/** The model may have been told to forbid a list; then nothing is known of these fates. */
const listed = <T>(answer: { readonly kind: string; readonly value?: readonly T[] }): readonly T[] =>
  answer.value ?? [];

async function recordsOf(log: RunLog): Promise<readonly RunRecord[]> {
  const records: RunRecord[] = [];
  for (;;) {
    const bytes = await log.records.read(records.length);
    if (bytes === null) return records;
    records.push(decodeRecord(bytes, records.length, log.place));
  }
}

function traceEnding(ending: WalkEnding, records: readonly RunRecord[]): TraceEnding {
  const at = (records.findLast(({ effect }) => effect !== null) ?? records.at(-1))?.state ?? '';
  switch (ending.kind) {
    case 'finished':
      return { kind: 'finished' };
    case 'parked':
    case 'stuck':
      return { kind: 'stopped', at, failure: ending.failure };
    case 'superseded':
      throw new UpgradeError('PlanSuperseded', `the log of the plan was written by ${ending.by} as well`, {
        hint: 'nothing was changed; this is a defect of upgrade: plan again, and report it',
      });
    default:
      return { kind: 'stopped', at, failure: failureIn(ending, ENDS[ending.kind]) };
  }
}

type EarlyEnding = Exclude<DrivenEnding, { readonly kind: 'finished' | 'parked' | 'superseded' }>;

const ENDS = {
  blocked: 'EndsBlocked',
  held: 'EndsHeld',
  paused: 'EndsPaused',
  aborted: 'EndsAborted',
} as const satisfies Partial<Record<Ending['kind'], FailureCode>>;

function failureIn(ending: EarlyEnding, code: FailureCode): Failure {
  const { failure, report = [] } = (
    ending.record.snapshot as { context: { failure?: Failure | null; report?: readonly string[] } }
  ).context;
  if (failure) return failure;
  const why = ending.kind === 'paused' ? ending.why : report.join('; ');
  return {
    code,
    message: why || `the run would end as ${ending.kind}`,
    hint: null,
    cause: null,
  };
}
