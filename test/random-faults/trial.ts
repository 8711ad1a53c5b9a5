import type { Ending } from '#engine/host';
import { allCodes } from '#errors/catalogue/find-code';
import { UpgradeError } from '#errors/upgrade-error';
import { checkScenario } from '#twin/scenario/load';
import { openTwin, type Twin } from '#twin/twin';
import { type Kill, Rehearsal } from '../e2e/rehearsal.ts';
import { endProblems } from './end-problems.ts';
import type { Outcome } from './outcome.ts';
import { makeSizesEqual, putRight } from './put-right.ts';
import type { Schedule } from './schedule.ts';

const DAY = 24 * 3_600_000;
/** Model time after which a run that has not ended counts as hanging. */
const LIMIT = 20 * DAY;
/** How often a run may stop before it has to be mended, and how often afterwards: its own stops and a few retries. */
const [STOPS_BEFORE, STOPS_AFTER] = [12, 8];

const CODES = new Set(allCodes().map(({ code }) => code));

/** Failures after which a run is given up and begun anew: what it was about is gone. */
const GIVEN_UP = new Set(['NodeGroupGone', 'NodeGroupDiffers', 'NodeGroupNameTaken']);

interface Trial {
  readonly schedule: Schedule;
  readonly twin: Twin;
  readonly endings: string[];
  readonly problems: string[];
  run: Rehearsal;
  /** Runs begun, stops so far, states entered, retries since it was mended. */
  runs: number;
  stops: number;
  states: number;
  isMended: boolean;
  stopsAfter: number;
  /** What the last failure said. */
  words: string;
}

/** Plays a schedule to its end: goes on after each stop, mends, retries, begins anew where the run was given up. */
export async function play(schedule: Schedule): Promise<Outcome> {
  const scenario = checkScenario({ ...(schedule.shape.scenario as object), faults: schedule.faults });
  const twin = openTwin(scenario);
  const began = twin.time.now();
  twin.time.at(began + LIMIT, () => {
    throw new RangeError('the run has not ended after 20 days');
  });
  const run = new Rehearsal(scenario, twin);
  const trial: Trial = {
    schedule,
    twin,
    endings: [],
    problems: [],
    run,
    runs: 1,
    stops: 0,
    states: 0,
    isMended: false,
    stopsAfter: 0,
    words: '',
  };
  try {
    await toTheEnd(trial);
  } catch (thrown) {
    trial.problems.push(`threw ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
  }
  const broken = twin.breaches().map(({ at, rule, text }) => `${new Date(at).toISOString()} broke ${rule}: ${text}`);
  const { endings, problems } = trial;
  const took = twin.time.now() - began;
  return { seed: schedule.seed, shape: schedule.shape.name, endings, problems: [...problems, ...broken], took };
}

async function toTheEnd(trial: Trial): Promise<void> {
  listen(trial);
  let ending = await stretch(trial, (kill) => trial.run.start(kill));
  for (;;) {
    if (ending === 'done') {
      trial.problems.push(...(await endProblems(trial.run, trial.schedule.shape)));
      return;
    }
    if (trial.stops > STOPS_BEFORE || trial.stopsAfter > STOPS_AFTER) {
      trial.problems.push(
        `not done after ${trial.stops} stops, ${trial.stopsAfter} of them after it was mended: ${trial.words}`,
      );
      return;
    }
    ending = await goOn(trial, ending);
  }
}

/** The operator asks for a pause or an abort when so many states have been entered. */
function listen(trial: Trial): void {
  trial.run.meanwhile = () => {
    trial.states += 1;
    const verb = trial.schedule.asks.get(trial.states);
    if (verb !== undefined) void trial.run.ask(verb);
  };
}

async function goOn(trial: Trial, ending: string): Promise<string> {
  trial.stops += 1;
  if (trial.isMended) trial.stopsAfter += 1;
  const isMended = trial.isMended;
  if (trial.stops > trial.schedule.patience || isMended) await mend(trial);
  else await trial.run.leaveAlone(trial.schedule.absences[trial.stops] ?? 0);
  if (/^(aborted|blocked)/.test(ending)) return beginAnew(trial, ending);
  const [how, code = ''] = ending.split(' ');
  // Sizes are made equal and it is tried again, as the advice says; what differs otherwise is given up the second time.
  const isTriedAgain = code === 'NodeGroupDiffers' && trial.endings.at(-2)?.endsWith(code) !== true;
  if (isTriedAgain && isMended) {
    await makeSizesEqual(trial.run);
    await trial.run.leaveAlone(5 * 60_000);
  }
  const isGivenUp = isMended && GIVEN_UP.has(code) && !isTriedAgain;
  if (how === 'parked') await trial.run.ask(isGivenUp ? 'abort' : 'retry');
  return stretch(trial, (kill) => trial.run.resume(kill));
}

async function mend(trial: Trial): Promise<void> {
  trial.isMended = true;
  await putRight(trial.run, trial.schedule.shape);
}

/** A run that was given up, or never began to change anything, is followed by a new one. */
async function beginAnew(trial: Trial, ending: string): Promise<string> {
  if (ending.startsWith('blocked') && trial.run.writes().length > 0 && trial.runs === 1)
    trial.problems.push(`blocked, but changed: ${trial.run.writes().map(({ operation }) => operation)}`);
  trial.runs += 1;
  trial.run = new Rehearsal(undefined, trial.twin, 'runner', `r${trial.runs}`);
  listen(trial);
  return stretch(trial, (kill) => trial.run.start(kill));
}

/** One runner at work until it stops, in a word or two. */
async function stretch(trial: Trial, work: (kill: Kill | null) => Promise<Ending | null>): Promise<string> {
  const kill = trial.isMended ? null : await nextKill(trial);
  let ending: string;
  try {
    const ended = await work(kill);
    ending = inWords(ended);
    if (ended?.kind === 'parked') trial.words = ended.failure.message;
  } catch (thrown) {
    if (!(thrown instanceof UpgradeError)) throw thrown;
    ending = `refused ${thrown.code}`;
  }
  trial.endings.push(ending);
  const code = ending.split(' ')[1];
  if (code !== undefined && (!CODES.has(code) || code === 'Defect')) trial.problems.push(`unnamed: ${ending}`);
  if (ending === 'superseded' || ending === 'held') trial.problems.push(`${ending}, although there is one runner`);
  return ending;
}

async function nextKill({ schedule, run, stops }: Trial): Promise<Kill | null> {
  const kill = schedule.kills[stops] ?? null;
  if (kill === null || 'call' in kill) return kill;
  return { ...kill, seq: (await run.records()).length + kill.seq };
}

function inWords(ending: Ending | null): string {
  if (ending === null) return 'killed';
  if (ending.kind === 'finished') return 'done';
  if (ending.kind === 'parked') return `parked ${ending.failure.code}`;
  if (ending.kind !== 'blocked') return ending.kind;
  const { failure } = (ending.record.snapshot as { context: { failure: { code: string } | null } }).context;
  return `blocked ${failure?.code}`;
}
