import { deedsAt } from './course.ts';
import { killedAt, RESUME, RUN } from './killed.ts';
import type { Moment } from './moments.ts';
import { outcomeProblems, told } from './outcome-problems.ts';
import { openStage, type Stage } from './stage.ts';
import { takenOver } from './taken-over.ts';
import { type Deeds, judge } from './verdict.ts';

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
    return { ...finished, ...judge(wanted, deeds), refused: deeds.refused, marks: deeds.marks };
  } finally {
    await stage.end();
  }
}

/** `upgrade resume`, at once; `upgrade run` again where nothing was recorded. */
async function resumed(stage: Stage, moment: Exclude<Moment, { kind: 'stopped' }>): Promise<Finished> {
  if (!(await killedAt(stage, moment))) {
    return { problems: moment.kind === 'random' ? [] : ['it was not killed'], late: true, early: false };
  }
  const first = await stage.types(RESUME).outcome;
  const early = first.exitCode === 2 && /\[(NoRun|EmptyRun)\]/.test(first.stderr);
  const last = early ? await stage.types(RUN).outcome : first;
  // Killed after its last record: there is nothing left to resume.
  const over = last.exitCode === 2 && last.stderr.includes('has ended');
  const wrong = last.exitCode === 0 || over ? [] : [told('resume', last)];
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
