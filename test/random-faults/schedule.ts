import type { ScenarioInput } from '#twin/scenario/schema';
import type { Kill } from '../e2e/rehearsal.ts';
import { type Dice, diceOf } from './dice.ts';
import { type AnswerInput, type Begins, randomAnswer } from './random-answers.ts';
import { randomHappening } from './random-happenings.ts';
import { randomShape, type Shape } from './shapes.ts';

type Faults = NonNullable<ScenarioInput['faults']>;

/** Everything that goes wrong in one run. It follows from the seed alone. */
export interface Schedule {
  readonly seed: number;
  readonly shape: Shape;
  readonly faults: Faults;
  /** One for each time that a runner goes on; `seq` counts from the record at which it begins. */
  readonly kills: readonly (Kill | null)[];
  /** How long nobody runs it after each stop, ms. */
  readonly absences: readonly number[];
  /** What the operator asks for when so many states have been entered. */
  readonly asks: ReadonlyMap<number, 'pause' | 'abort'>;
  /** How often it is gone on with before anything is mended. */
  readonly patience: number;
}

const MINUTE = 60_000;
/** How many times a runner of the schedule may be stopped by it. */
const STOPS = 6;

export function scheduleOf(seed: number): Schedule {
  const dice = diceOf(seed);
  const shape = randomShape(dice);
  return {
    seed,
    shape,
    faults: randomFaults(dice, shape),
    kills: dice.several(STOPS, () => (dice.chance(0.35) ? randomKill(dice) : null)),
    absences: dice.several(STOPS, () => (dice.chance(0.5) ? 0 : dice.number(1, 180) * MINUTE)),
    asks: randomAsks(dice),
    patience: dice.number(0, 3),
  };
}

function randomKill(dice: Dice): Kill {
  return dice.chance(0.5)
    ? { when: dice.pick(['after', 'instead-of'] as const), seq: dice.number(1, 30) }
    : { when: dice.pick(['before-call', 'after-call'] as const), call: dice.number(1, 25) };
}

function randomAsks(dice: Dice): ReadonlyMap<number, 'pause' | 'abort'> {
  const asks = new Map<number, 'pause' | 'abort'>();
  if (dice.chance(0.2)) asks.set(dice.number(1, 50), 'pause');
  if (dice.chance(0.12)) asks.set(dice.number(1, 50), 'abort');
  return asks;
}

function randomFaults(dice: Dice, shape: Shape): Faults {
  const answers: readonly AnswerInput[] = dice.several(dice.number(0, 5), () => randomAnswer(dice, randomMoment(dice)));
  const happenings = dice.several(dice.number(0, 5), () => randomHappening(dice, shape, randomMoment(dice))).flat();
  return {
    answers: [...answers],
    happenings: [...happenings],
    updates: [...dice.several(dice.chance(0.25) ? 1 : 0, () => randomUpdate(dice))],
    nodegroupCreations: dice.chance(0.12) ? [randomCreation(dice, shape)] : [],
    nodegroupDeletions: dice.chance(0.1) ? [{ name: dice.pick(shape.olds), times: 1, ...ISSUE }] : [],
    nodes: dice.chance(0.1)
      ? [{ group: dice.pick(shape.news), index: dice.number(0, 2), never: dice.pick(['join', 'ready'] as const) }]
      : [],
    ...(dice.chance(0.25) && { oldApiServersAnswerFor: `${dice.number(1, 30)}m` }),
  };
}

const WRITES = [
  'eks:UpdateClusterVersion',
  'eks:CreateNodegroup',
  'eks:UpdateNodegroupConfig',
  'eks:DeleteNodegroup',
  'eks:UpdateAddon',
  'k8s:create leases',
  'k8s:patch nodes',
  'k8s:evict pods',
];

const randomMoment = (dice: Dice): Begins =>
  dice.chance(0.5)
    ? { after: `${dice.number(0, 80 * 60)}s` }
    : { with: dice.pick(WRITES), nth: dice.number(1, 2), after: `${dice.number(0, 240)}s` };

const ISSUE = { code: 'AsgInstanceLaunchFailures', message: 'Could not launch instances', resourceIds: ['asg'] };

const randomUpdate = (dice: Dice): NonNullable<Faults['updates']>[number] => ({
  of: dice.pick(['cluster', 'nodegroup', 'addon'] as const),
  status: dice.pick(['Failed', 'Cancelled'] as const),
  times: dice.number(1, 2),
  errors: [{ errorCode: 'OperationNotPermitted', errorMessage: 'an internal failure', resourceIds: [] }],
});

const randomCreation = (dice: Dice, shape: Shape): NonNullable<Faults['nodegroupCreations']>[number] => ({
  name: dice.pick(shape.news),
  status: dice.pick(['CREATE_FAILED', 'DEGRADED'] as const),
  times: 1,
  ...ISSUE,
});
