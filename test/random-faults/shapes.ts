import type { Scenario } from '#twin/scenario/schema';
import { ekstest } from '../builders/ekstest.ts';
import { twoGroupsAndABudget, withBudget } from '../e2e/unhealthy.ts';
import type { Dice } from './dice.ts';

/** A cluster that random things happen to. */
export interface Shape {
  readonly name: string;
  readonly scenario: Scenario;
  readonly olds: readonly string[];
  readonly news: readonly string[];
  /** Whether budget `app` is there. */
  readonly hasBudget: boolean;
  readonly subnets: Scenario['subnets'];
}

const FIRST = { olds: ['managed-ng-20'], news: ['managed-ng-21'] };
const BOTH = { olds: [...FIRST.olds, 'second-ng-20'], news: [...FIRST.news, 'second-ng-21'] };

const growing = (): Scenario =>
  ekstest(({ nodegroups: [group] }) => {
    Object.assign(group as object, { scalingConfig: { minSize: 1, maxSize: 5, desiredSize: 3 } });
  });

const shape = (name: string, scenario: Scenario, groups: typeof FIRST, hasBudget: boolean): Shape => ({
  name,
  scenario,
  ...groups,
  hasBudget,
  subnets: scenario.subnets,
});

const SHAPES: readonly (() => Shape)[] = [
  () => shape('ekstest', ekstest(), FIRST, false),
  () => shape('a group that may grow', growing(), FIRST, false),
  () => shape('a budget', withBudget({ maxUnavailable: 1 })(growing()), FIRST, true),
  () => shape('two groups and a budget', twoGroupsAndABudget(growing()), BOTH, true),
];

export const randomShape = (dice: Dice): Shape => dice.pick(SHAPES)();
