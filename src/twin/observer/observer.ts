import type { WireAnswer } from '../api/answer.ts';
import type { Perform, Call as Performed } from '../api/call.ts';
import type { BudgetMembers } from '../controllers/budget-members.ts';
import type { World } from '../model/world.ts';
import type { Breach } from './breach.ts';
import type { Call, Json, Rule } from './rule.ts';
import { acts } from './rules/acts.ts';
import { addons } from './rules/addons.ts';
import { budgets } from './rules/budgets.ts';
import { comeback } from './rules/comeback.ts';
import { cordon } from './rules/cordon.ts';
import { deletion } from './rules/deletion.ts';
import { eviction } from './rules/eviction.ts';
import { force } from './rules/force.ts';
import { frozen } from './rules/frozen.ts';
import { lease } from './rules/lease.ts';
import { newGroup } from './rules/new-group.ts';
import { oneUpdate } from './rules/one-update.ts';
import { othersMarks } from './rules/others-marks.ts';
import { reopened } from './rules/reopened.ts';
import { sizes } from './rules/sizes.ts';

/** Sees from inside the cluster whether whoever upgrades it keeps the rules; it changes and refuses nothing. */
export class Observer {
  readonly #world: World;
  readonly #rules: readonly Rule[];
  readonly #breaches: Breach[] = [];

  constructor(world: World, members: BudgetMembers) {
    this.#world = world;
    this.#rules = rulesOf(world, members);
    for (const { settled } of this.#rules) if (settled) world.whenSettled(settled);
  }

  breaches(): readonly Breach[] {
    return this.#breaches;
  }

  /** The same, but writes are judged when the service itself is asked. Somebody else's calls do not go through it. */
  over(perform: Perform): Perform {
    return (call, act) => perform(call, call.kind === 'write' ? () => this.#judge(call, act) : act);
  }

  #judge<Result extends WireAnswer | object>(performed: Performed, act: () => Result): Result {
    const at = this.#world.time.now();
    const call = callOf(performed);
    const verdicts = this.#rules.map(({ name, judge }) => ({ rule: name, verdict: judge(call) }));
    const answer = act();
    for (const { rule, verdict } of verdicts)
      for (const text of verdict(answer as WireAnswer))
        this.#breaches.push({ at, rule, text, operation: call.operation });
    return answer;
  }
}

function callOf({ operation, parameters }: Performed): Call {
  if (operation.startsWith('eks:')) return { operation, body: parameters };
  const { namespace, name, body } = parameters as { namespace?: string; name?: string; body: unknown };
  return {
    operation,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    body: isJson(body) ? body : {},
  };
}

const isJson = (it: unknown): it is Json => typeof it === 'object' && it !== null && !Array.isArray(it);

const rulesOf = (world: World, members: BudgetMembers): readonly Rule[] => [
  acts,
  lease(world),
  force,
  oneUpdate(world),
  cordon(world),
  reopened(world),
  othersMarks(world),
  sizes(world),
  frozen(world),
  eviction(world),
  budgets(world, members),
  comeback(world),
  newGroup(world),
  deletion(world),
  addons(world),
];
