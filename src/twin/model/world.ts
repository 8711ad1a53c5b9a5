import { UpgradeError } from '#errors/upgrade-error';
import type { Scenario } from '../scenario/schema.ts';
import type { TwinTime } from '../time.ts';
import type { EksState } from './eks-state.ts';
import { Ids } from './ids.ts';
import { minorOf } from './resources.ts';
import { ObjectStore } from './store.ts';
import { WatchHistory } from './watch-history.ts';

/** One part of the cluster that reacts to changes. `work` does what is due and tells whether it did anything. */
export interface Controller {
  work(): boolean;
}

/** So many rounds without rest mean that two controllers undo each other. */
const ROUNDS = 100_000;

/** Everything the twin is made of; controllers react to its store, EKS acts on its state. */
export class World {
  readonly scenario: Scenario;
  readonly time: TwinTime;
  readonly ids: Ids;
  readonly store: ObjectStore;
  readonly history: WatchHistory;
  readonly eks: EksState;
  /** While the start state is put together, new pods run and are ready at once. */
  isSettlingIn = false;
  /** True until the start state stands. */
  isStarting = true;
  #apiServer: string;
  #apiServerBefore: { readonly gitVersion: string; readonly until: number } | null = null;
  #versionAnswers = 0;
  readonly #faultUses = new Map<object, number>();
  readonly #controllers: Controller[] = [];

  constructor(scenario: Scenario, time: TwinTime, eks: EksState) {
    this.scenario = scenario;
    this.time = time;
    this.eks = eks;
    this.ids = new Ids(scenario.name, idsIn(scenario));
    this.store = new ObjectStore(this.ids, () => time.now());
    this.history = new WatchHistory(this.store);
    this.#apiServer = eks.cluster.version;
  }

  /** In the order in which they work. */
  addController(controller: Controller): void {
    this.#controllers.push(controller);
  }

  /** Lets all controllers work until none has anything left to do. */
  settle(): void {
    for (let round = 0; round < ROUNDS; round++) {
      let isAtRest = true;
      for (const controller of this.#controllers) if (controller.work()) isAtRest = false;
      if (isAtRest) return;
    }
    throw new UpgradeError('TwinRestless', `the controllers of the twin "${this.scenario.name}" never come to rest`, {
      hint: 'two objects of the scenario fight over the same pods; look at owners and selectors',
    });
  }

  /** Something that happens `delay` ms from now, with everything that follows from it. */
  after(delay: number, happen: () => void): void {
    this.time.at(this.time.now() + delay, () => {
      happen();
      this.settle();
    });
  }

  /** The minor version that the API server serves. */
  minor(): number {
    return minorOf(this.#apiServer);
  }

  /** The API servers are replaced by those of a new minor version. */
  replaceApiServers(version: string): void {
    const overlap = this.scenario.faults.oldApiServersAnswerFor;
    if (overlap !== undefined) {
      this.#apiServerBefore = { gitVersion: this.#gitVersionOf(this.#apiServer), until: this.time.now() + overlap };
    }
    this.#apiServer = version;
  }

  /** The fault that is meant for this update, counted as used. */
  takeUpdateFault(
    of: 'cluster' | 'nodegroup' | 'addon',
    name: string,
  ): Scenario['faults']['updates'][number] | undefined {
    const fault = this.scenario.faults.updates.find(
      (it) =>
        it.of === of &&
        (it.name ?? name) === name &&
        (this.#faultUses.get(it) ?? 0) < (it.times ?? Number.POSITIVE_INFINITY),
    );
    if (fault) this.#faultUses.set(fault, (this.#faultUses.get(fault) ?? 0) + 1);
    return fault;
  }

  /** `gitVersion` as the next API server that answers tells it: while some are old, they take turns. */
  nextGitVersion(): string {
    const before = this.#apiServerBefore;
    if (before && this.time.now() < before.until && this.#versionAnswers++ % 2 === 0) return before.gitVersion;
    return this.#gitVersionOf(this.#apiServer);
  }

  #gitVersionOf(version: string): string {
    return this.scenario.versions[version]?.apiServer ?? `v${version}.0`;
  }
}

/** The ids that the scenario itself brings. */
function idsIn({ objects, updates }: Scenario): ReadonlySet<string> {
  const uids = objects.flatMap(({ metadata }) => (metadata as { readonly uid?: string }).uid ?? []);
  return new Set([...uids, ...updates.map(({ id }) => id)]);
}
