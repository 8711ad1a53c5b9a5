import { checkDefinition } from '#engine/author/check-definition';
import type { Procedure } from '#engine/author/procedure';
import type { Host } from '#engine/host';
import type { Effect, RunRecord } from '#engine/record';
import { checksBlock } from '#errors/checks-block';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunLog } from '#ports/record-log';
import { type Context, checksOf } from '#procedures/context';
import { effectMemory } from '#steps/answer/effect-memory';
import { lateRights } from '#steps/answer/late-rights';
import type { Slice, Step, StepPorts } from '#steps/step';
import type { StepName } from '#steps/table';
import { fenced } from './fenced.ts';
import { guardPhase } from './guard-phase.ts';
import { LeaseGuard } from './lease-guard.ts';
import { STEPS } from './step-table.ts';

interface Parts {
  readonly procedure: Procedure;
  readonly log: RunLog;
  readonly ports: StepPorts;
  readonly tool: string;
  readonly runner: Host['runner'];
  /** The operator has said that a Lease that is gone may be taken again. */
  readonly mayRetakeLease?: boolean;
}

/** Before any change nobody is kept waiting for a right that is missing. */
const AT_THE_START: ReadonlySet<string> = new Set<StepName>(['choose-node-groups', 'check-cluster']);

/** Binds the steps to the engine; refuses a procedure that breaks the engine's conventions. */
export function makeHost({ procedure, log, ports, tool, runner, mayRetakeLease = false }: Parts): Host {
  checkDefinition(procedure);
  const { kubernetes, time } = ports;
  const withLateRights = lateRights();
  const [remember, rememberGuard] = [effectMemory(), effectMemory()];
  const lease = new LeaseGuard({ kubernetes, log, time, owner: runner.owner, mayRetake: mayRetakeLease });
  return {
    procedure,
    log,
    time: ports.time,
    notify: ports.notify,
    tool,
    runner,
    describe: (effect) => stepOf(effect).describe(effect.input),
    perform: (effect, { time, ensureOurs, ...slice }) => {
      const run = (within: Slice) =>
        stepOf(effect).run(effect.input, { ...fenced(ports, { ensureOurs, lease }), time }, within);
      const whole = remember(slice, time);
      return AT_THE_START.has(effect.src) ? run(whole) : withLateRights(run, time, whole);
    },
    guard: (record) => guard(record, ports, rememberGuard),
  };
}

function stepOf({ src }: Effect): Step<unknown, unknown> {
  if (Object.hasOwn(STEPS, src)) return STEPS[src as StepName] as Step<unknown, unknown>;
  throw new UpgradeError('StepUnknown', `this version does not know the step "${src}"`, {
    hint: 'resume the run with the version that started it',
  });
}

/**
 * After a resume, before anything else: the checks that guard the phase, reading only. What blocks parks the run; while
 * they cannot be made, and while what blocks may pass by itself, they are waited for.
 */
async function guard(
  record: RunRecord,
  ports: StepPorts,
  remember: ReturnType<typeof effectMemory>,
): ReturnType<NonNullable<Host['guard']>> {
  const phase = guardPhase(record.state);
  if (phase === null) return null;
  const input = checksOf(phase)(record.snapshot as { context: Context });
  const result = await STEPS['check-cluster'].run(input, ports, remember(oneLook(record, ports), ports.time));
  if (result.kind === 'again') return result;
  const { blocked, findings } = result.output;
  return blocked ? checksBlock(findings) : null;
}

/** A slice without time to wait in: the engine does that, where people can interrupt it. */
function oneLook({ at, seq }: RunRecord, { time }: StepPorts) {
  const { signal } = new AbortController();
  return { token: `guard-${seq}`, scheduledAt: at, end: time.now(), signal, waits: () => {} };
}
