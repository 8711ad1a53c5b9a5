import { diceOf } from '../../random-faults/dice.ts';
import { makeLand } from './make-nodes.ts';
import { type Made, makeWorkloads } from './make-workloads.ts';
import type { SmallWorld, Step } from './small-world.ts';

/** The world that follows from a seed and its number. */
export function makeWorld(seed: number, index: number): SmallWorld {
  const dice = diceOf(seed * 7919 + index);
  const name = `w${seed}-${index}`;
  const land = makeLand(name, index, dice);
  const made = makeWorkloads(land, dice);
  const evict = (): Step => ({
    kind: 'evict',
    picks: dice.several(dice.number(1, 3), () => ({ workload: dice.pick(made).name, index: dice.number(0, 4) })),
  });
  const cordon = (isClosed: boolean, node = dice.pick(land.nodes).metadata.name): Step => ({
    kind: 'cordon',
    node,
    isClosed,
  });
  const closed = dice.pick(land.nodes).metadata.name;
  return {
    name,
    nodes: land.nodes,
    steps: [
      ...made.flatMap(stepsOf),
      cordon(true, closed),
      ...dice.several(dice.number(1, 2), evict),
      ...(dice.chance(0.4) ? [cordon(true)] : []),
      evict(),
      ...(dice.chance(0.3) ? [cordon(false, closed)] : []),
    ],
  };
}

/** Budgets come when the pods are there: what a budget says that failed for a while depends on the moment. */
function stepsOf({ objects }: Made): readonly Step[] {
  const isBudget = (it: Made['objects'][number]) => it.kind === 'PodDisruptionBudget';
  const [budgets, others] = [objects.filter(isBudget), objects.filter((it) => !isBudget(it))];
  const apply = (some: Made['objects']): Step => ({ kind: 'apply', objects: some });
  return budgets.length > 0 ? [apply(others), apply(budgets)] : [apply(others)];
}
