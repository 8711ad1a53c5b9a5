import type { Breach } from '#twin/observer/breach';
import { deedsAt } from './course.ts';
import { killedAt, RESUME, RUN } from './killed.ts';
import type { Moment } from './moments.ts';
import { outcomeProblems, told } from './outcome-problems.ts';
import { openStage, type Stage } from './stage.ts';
import { takenOver } from './taken-over.ts';
import { type Deeds, judge, momentOf } from './verdict.ts';

/** What came of one kill or stop. */
export interface Result {
  readonly problems: readonly string[];
  /** The run had ended before the kill. */
  readonly late: boolean;
  /** Nothing had been written yet: there was nothing to resume, and it was run anew. */
  readonly early: boolean;
  readonly again: number;
  readonly refused: number;
  readonly marks: number;
}

type Finished = Pick<Result, 'problems' | 'late' | 'early'>;

/** Runs, disturbs at the moment, has somebody else finish, and compares with the undisturbed run. */
export async function killedCase(moment: Moment, wanted: Deeds): Promise<Result> {
  const stage = await openStage();
  try {
    const finished = moment.kind === 'stopped' ? await overtaken(stage, moment) : await resumed(stage, moment);
    if (finished.problems.length > 0) return { ...finished, again: 0, refused: 0, marks: 0 };
    const deeds = await deedsAt(stage);
    const breaches = (await stage.control<readonly Breach[]>('GET', 'breaches')).filter(
      (it) => !isInherent(moment, it, deeds),
    );
    const { problems, again } = judge(wanted, deeds);
    const unsafe = breaches.map((it) => `a rule was broken: ${JSON.stringify(it)}`);
    return {
      ...finished,
      problems: [...problems, ...unsafe],
      again,
      refused: deeds.refused,
      marks: deeds.marks.length,
    };
  } finally {
    await stage.end();
  }
}

/**
 * The one request that was on the wire when its sender was stopped arrives where it is out of place, and no runner can call
 * it back. The observer in the twin may name it for that, but only where it was in vain: by its token, uid or
 * resourceVersion. Nobody else's request and no other moment is excused.
 */
const isInherent = (moment: Moment, breach: Breach, { vain }: Deeds): boolean =>
  moment.kind === 'stopped' && (moment.held === 'late' || moment.held === 'last') && vain.includes(momentOf(breach));

/** `upgrade resume`, at once; `upgrade run` again where nothing was recorded. */
async function resumed(stage: Stage, moment: Exclude<Moment, { kind: 'stopped' }>): Promise<Finished> {
  if (!(await killedAt(stage, moment))) {
    return { problems: moment.kind === 'random' ? [] : ['it was not killed'], late: true, early: false };
  }
  const first = await stage.types(RESUME).outcome;
  const early = first.exitCode === 2 && /\[(NoRun|EmptyRun)\]/.test(first.stderr);
  const last = early ? await stage.types(RUN).outcome : first;
  const wrong = last.exitCode === 0 ? [] : [told('resume', last)];
  return { problems: [...outcomeProblems(first), ...outcomeProblems(last), ...wrong], late: false, early };
}

async function overtaken(stage: Stage, stop: Moment & { kind: 'stopped' }): Promise<Finished> {
  const { first, second, issued } = await takenOver(stage, stop);
  const problems = [
    ...[first, second].flatMap(outcomeProblems),
    ...(first.exitCode === 5 ? [] : [told('the runner that was taken over', first)]),
    ...(second.exitCode === 0 ? [] : [told('the runner that took over', second)]),
    ...issued.map((operation) => `issued after it was taken over: ${operation}`),
  ];
  return { problems, late: false, early: false };
}
