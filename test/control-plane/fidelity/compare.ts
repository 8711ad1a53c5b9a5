import type { Played } from './side.ts';
import { GROUP, type SmallWorld, ZONE } from './small-world.ts';

/** A difference between the two sides after a step. */
export interface Difference {
  readonly world: string;
  readonly step: number;
  readonly what: 'pod' | 'eviction' | 'budget';
  /** Name of the workload or the budget. */
  readonly of: string;
  readonly real: string;
  readonly twin: string;
}

export interface Comparison {
  readonly pods: number;
  readonly evictions: number;
  readonly budgets: number;
  readonly differences: readonly Difference[];
}

/** Compares what both sides showed after each step; evictions and budgets as long as all pods are at the same places. */
export function compare(world: SmallWorld, real: readonly Played[], twin: readonly Played[]): Comparison {
  const places = new Map(
    world.nodes.map(({ metadata: it }) => [it.name, `${it.labels?.[ZONE]} ${it.labels?.[GROUP]}`]),
  );
  const differences: Difference[] = [];
  const count = { pods: 0, evictions: 0, budgets: 0 };
  for (const [step, truth] of real.entries()) {
    const model = twin[step];
    if (model === undefined) continue;
    const note = (what: Difference['what'], of: string, real: string, twin: string) =>
      void differences.push({ world: world.name, step, what, of, real, twin });
    count.pods += truth.pods.length;
    comparePods(truth, model, places, note);
    // What follows from a pod that is elsewhere is no difference of its own.
    if (differences.some((it) => it.what === 'pod')) continue;
    count.budgets += truth.budgets.length;
    count.evictions += truth.answers.length;
    compareEach(truth.answers.map(JSON_OF_ANSWER), model.answers.map(JSON_OF_ANSWER), (...it) =>
      note('eviction', ...it),
    );
    compareEach(truth.budgets.map(JSON_OF_BUDGET), model.budgets.map(JSON_OF_BUDGET), (...it) => note('budget', ...it));
  }
  return { ...count, differences };
}

type Named = readonly [name: string, text: string];

const JSON_OF_ANSWER = ({ workload, answer }: Played['answers'][number]): Named => [workload, JSON.stringify(answer)];
const JSON_OF_BUDGET = (it: Played['budgets'][number]): Named => [it.name, JSON.stringify(it)];

function compareEach(
  real: readonly Named[],
  twin: readonly Named[],
  note: (of: string, real: string, twin: string) => void,
): void {
  for (const [index, [name, text]] of real.entries()) {
    const other = twin[index] ?? ['', 'missing'];
    if (other[0] !== name || other[1] !== text) note(name, text, other[1]);
  }
}

/** Pods with names of their own one by one, those of replicas as a heap of places. */
function comparePods(
  real: Played,
  twin: Played,
  places: ReadonlyMap<string, string>,
  note: (what: 'pod', of: string, real: string, twin: string) => void,
): void {
  const [truth, model] = [heapsOf(real, places), heapsOf(twin, places)];
  for (const key of new Set([...truth.keys(), ...model.keys()])) {
    const [only, others] = without(truth.get(key) ?? [], model.get(key) ?? []);
    for (let it = 0; it < Math.max(only.length, others.length); it++)
      note('pod', key, only[it]?.[0] ?? 'no pod', others[it]?.[0] ?? 'no pod');
  }
}

/** A place, in one or several words: when the scheduler last looked at a pod that waits is its own affair. */
type Place = readonly string[];

function heapsOf({ pods }: Played, places: ReadonlyMap<string, string>): Map<string, Place[]> {
  const heaps = new Map<string, Place[]>();
  for (const { owner, name, workload, node, pending, pendingElse } of pods) {
    const key = owner === 'ReplicaSet' || owner === 'DaemonSet' ? workload : name;
    const waits = [pending ?? '', ...pendingElse].map((it) => `pending: ${it}`);
    heaps.set(key, [...(heaps.get(key) ?? []), node === null ? waits : [places.get(node) ?? node]]);
  }
  return heaps;
}

/** What each of two heaps has that the other has not. */
function without(a: readonly Place[], b: readonly Place[]): readonly [readonly Place[], readonly Place[]] {
  const left = [...b];
  const only = a.filter((it) => {
    const index = left.findIndex((other) => other.some((word) => it.includes(word)));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return [only, left];
}
