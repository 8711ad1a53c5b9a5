import { checkDefinition } from '#engine/author/check-definition';
import type { Procedure } from '#engine/author/procedure';
import type { Host } from '#engine/host';
import type { Effect, RunRecord } from '#engine/record';
import type { Failure } from '#errors/failure';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunLog } from '#ports/record-log';
import type { Step, StepPorts } from '#steps/step';
import type { InputOf, StepName } from '#steps/table';
import { guardPhase } from './guard-phase.ts';
import { STEPS } from './step-table.ts';

interface Parts {
  readonly procedure: Procedure;
  readonly log: RunLog;
  readonly ports: StepPorts;
  readonly tool: string;
  readonly runner: Host['runner'];
}

/** Binds the steps to the engine; refuses a procedure that breaks the engine's conventions. */
export function makeHost({ procedure, log, ports, tool, runner }: Parts): Host {
  checkDefinition(procedure);
  return {
    procedure,
    log,
    time: ports.time,
    notify: ports.notify,
    tool,
    runner,
    describe: (effect) => stepOf(effect).describe(effect.input),
    perform: (effect, { time, ...slice }) => stepOf(effect).run(effect.input, { ...ports, time }, slice),
    guard: (record) => guard(record, ports),
  };
}

function stepOf({ src }: Effect): Step<unknown, unknown> {
  if (Object.hasOwn(STEPS, src)) return STEPS[src as StepName] as Step<unknown, unknown>;
  throw new UpgradeError('UnknownStep', `this version does not know the step "${src}"`, {
    hint: 'resume the run with the version that started it',
  });
}

const GUARD_MS = 50_000;

/** After a resume, before anything else: the checks that guard the phase, reading only. What blocks parks the run. */
async function guard(record: RunRecord, ports: StepPorts): Promise<Failure | null> {
  const phase = guardPhase(record.state);
  if (phase === null) return null;
  const { input, rotations } = (record.snapshot as { context: Memory }).context;
  const now = ports.time.now();
  const slice = { token: '', scheduledAt: now, end: now + GUARD_MS, signal: new AbortController().signal };
  const result = await STEPS['check-cluster'].run({ ...input, phase, rotations }, ports, slice);
  // An API that does not answer now is the next step's business: it waits, and says for what.
  const blocks = result.kind === 'done' ? result.output.findings.filter(({ severity }) => severity === 'block') : [];
  if (blocks.length === 0) return null;
  return {
    code: 'ChecksBlock',
    message: blocks.map(({ code, object, why }) => `${code} ${object}: ${why}`).join('\n'),
    hint: blocks.map(({ whatToDo }) => whatToDo).join('\n'),
    cause: null,
  };
}

/** The part of the procedure's memory that checks need. */
interface Memory {
  readonly input: Omit<InputOf<'check-cluster'>, 'phase' | 'rotations'>;
  readonly rotations: InputOf<'check-cluster'>['rotations'];
}
