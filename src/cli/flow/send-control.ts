import type { ControlEntry, RunRecord } from '#engine/record';
import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { RunLog } from '#ports/record-log';
import type { Call } from '../command.ts';
import { GATES } from '../option-values.ts';
import { parseChoice, wrongUse } from '../parse-option.ts';
import { jsonLine } from '../render/ndjson.ts';
import { stateInWords } from '../render/phase.ts';
import { type FoundRun, findRun } from './find-run.ts';
import { commandFor } from './next-command.ts';
import { nextSteps } from './next-steps.ts';
import { nothingDone } from './nothing-done.ts';
import { isOpen, readHead, readRecord } from './read-run.ts';
import { refuseUntakeable } from './refuse-untakeable.ts';
import type { RunStatus } from './run-status.ts';
import { statusOf } from './status-of.ts';

/** `upgrade pause|retry|skip|abort`: asks the runner by an entry in the log, and says whether it took it. */
export const sendControl = (call: Call, verb: ControlEntry['verb']): Promise<ExitCode> =>
  send(call, call.arguments[0], { verb });

/** `upgrade approve <gate> [run]` */
export function sendApproval(call: Call): Promise<ExitCode> {
  const gate = parseChoice('approve', GATES)(call.arguments[0] ?? '');
  return send(call, call.arguments[1], { verb: 'approve', gate });
}

type Asked = Pick<ControlEntry, 'verb'> & { readonly gate?: string };

const wordsOf = ({ verb, gate }: Asked): string => (gate === undefined ? verb : `${verb} ${gate}`);

async function send(call: Call, named: string | undefined, asked: Asked): Promise<ExitCode> {
  const { composition, around, options } = call;
  const found = await findRun(call, named, 'open');
  if (!isOpen(found.head)) {
    throw wrongUse(
      `run ${found.head.run} has ended (${found.head.state}); there is nothing to ${asked.verb}`,
      'start a new one with upgrade run',
    );
  }
  const status = await statusOf(call, found);
  if (asked.verb === 'pause' && restsAlready(status)) return tellResting(call, found, status);
  const why = options.why === undefined ? {} : { why: options.why };
  const request = { ...asked, by: around.user, ...why, saw: found.head.seq };
  await refuseUntakeable(call, found, status, request);
  const entry = await composition.appendControl(found.log, request).catch((error: unknown) => {
    throw nothingDone(error, commandFor(`${wordsOf(asked)} ${found.head.run}`, found.again));
  });
  const taken = status.runner?.alive ? await takenWithin(call, found.log, entry) : null;
  const head = (await readHead(found.log)) ?? found.head;
  tell(call, found, { asked, taken, status: await statusOf(call, { log: found.log, head }) });
  return EXIT.done;
}

/** Nobody works on it and nothing is on its way to the runner: there is nothing that a pause could stop. */
const restsAlready = ({ situation, runner, pending }: RunStatus): boolean =>
  !runner?.alive && pending.length === 0 && ['paused', 'at-gate', 'parked'].includes(situation);

function tellResting({ options, around }: Call, { head, again }: FoundRun, status: RunStatus): ExitCode {
  const next = nextSteps(status, again);
  const { situation } = status;
  if (options.output === 'json') {
    around.out(jsonLine({ run: head.run, verb: 'pause', gate: null, answer: 'already', why: situation, next }));
  } else {
    const how = situation === 'at-gate' ? `waits at gate ${status.gate}` : `is ${situation}`;
    around.out(
      `run ${head.run} ${how} already: nobody works on it; nothing was written\ngo on with: ${next[0] ?? ''}\n`,
    );
  }
  return EXIT.done;
}

// The runner looks at the end of each slice and is woken by a new entry: two seconds is its promise, one more is for slow disks.
const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 100;

async function takenWithin({ composition }: Call, log: RunLog, entry: ControlEntry): Promise<RunRecord | null> {
  const end = composition.patience(PATIENCE_MS);
  for (;;) {
    const head = await readHead(log);
    if (head && head.controls > entry.seq) return recordThatTook(log, head, entry);
    if (end.over()) return null;
    await end.rest(LOOK_EVERY_MS);
  }
}

/** The record by which the runner took the entry: the first with a greater count. */
async function recordThatTook(log: RunLog, head: RunRecord, entry: ControlEntry): Promise<RunRecord> {
  let taken = head;
  for (let seq = head.seq - 1; seq >= 0; seq -= 1) {
    const record = await readRecord(log, seq);
    if (record === null || record.controls <= entry.seq) break;
    taken = record;
  }
  return taken;
}

interface Told {
  readonly asked: Asked;
  readonly taken: RunRecord | null;
  /** After the wait for the runner. */
  readonly status: RunStatus;
}

function tell({ options, around }: Call, { head: { run }, again }: FoundRun, told: Told): void {
  const { asked, taken, status } = told;
  const answer = taken === null ? 'waiting' : taken.refused === undefined ? 'taken' : 'refused';
  // A run that somebody drives cannot be resumed, and one that has ended neither.
  const isFree = !status.runner?.alive && status.resumable;
  const next = commandFor(`${isFree ? 'resume' : 'status'} ${run}`, again);
  if (options.output === 'json') {
    const why = taken?.refused ?? null;
    around.out(jsonLine({ run, verb: asked.verb, gate: asked.gate ?? null, answer, why, next: [next] }));
    return;
  }
  const said = `run ${run}: "${wordsOf(asked)}" is ${SAID[answer](told)}`;
  around.out(`${said}\n${isFree ? 'go on with' : 'see'}: ${next}\n`);
}

const SAID: Readonly<Record<'taken' | 'refused' | 'waiting', (told: Told) => string>> = {
  taken: () => 'taken by the runner',
  refused: ({ taken }) => `refused by the runner: ${taken?.refused ?? ''}`,
  waiting: ({ status }) => `in the log; ${whoTakesIt(status)}`,
};

function whoTakesIt({ runner, resumable, waitingFor, state }: RunStatus): string {
  if (!resumable) return 'nobody will take it: the run has ended meanwhile';
  if (!runner?.alive) return 'no runner has taken it, it will be consumed at the next resume';
  return `the runner on ${runner.host} is alive and busy with ${waitingFor ?? stateInWords(state)}; it takes the request at its next safe point`;
}
