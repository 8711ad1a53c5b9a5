import { UpgradeError } from '#errors/upgrade-error';
import type { Access } from '../scenario/access-schema.ts';
import { type Faults, faultsSchema, type UpdateFault } from '../scenario/fault-schema.ts';
import type { Scenario } from '../scenario/schema.ts';
import type { TwinTime } from '../time.ts';
import type { ClusterSide } from './cluster-side.ts';
import type { EksState } from './eks-state.ts';
import { Ids } from './ids.ts';
import type { PodObject } from './object.ts';
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
  /** What EKS acts on. */
  readonly cluster: ClusterSide;
  /** While the start state is put together, new pods run and are ready at once. */
  isSettlingIn = false;
  /** True until the start state stands. */
  isStarting = true;
  #apiServer: string;
  #apiServerBefore: { readonly gitVersion: string; readonly until: number } | null = null;
  #versionAnswers = 0;
  readonly #faultUses = new Map<object, number>();
  readonly #untilMended: (() => void)[] = [];
  /** What goes wrong; nothing once it is mended. */
  faults: Faults;
  /** Which of several nodes a pod gets to which they are the same: the scheduler draws lots, the twin takes the first. */
  amongEquals: (pod: PodObject, nodes: readonly [string, ...string[]]) => string = (_, [first]) => first;
  /** What the caller may do. */
  access: Access;
  readonly #controllers: Controller[] = [];
  readonly #settled: (() => void)[] = [];

  constructor(scenario: Scenario, time: TwinTime, eks: EksState, cluster: (world: World) => ClusterSide) {
    this.scenario = scenario;
    this.time = time;
    this.eks = eks;
    this.faults = scenario.faults;
    this.access = scenario.access;
    this.ids = new Ids(scenario.name, idsIn(scenario));
    this.store = new ObjectStore(this.ids, () => time.now());
    this.history = new WatchHistory(this.store);
    this.#apiServer = eks.cluster.version;
    this.cluster = cluster(this);
  }

  /** In the order in which they work. */
  addController(controller: Controller): void {
    this.#controllers.push(controller);
  }

  /** Calls `look` whenever the cluster has come to rest. */
  whenSettled(look: () => void): void {
    this.#settled.push(look);
  }

  /** Lets all controllers work until none has anything left to do. */
  settle(): void {
    for (let round = 0; round < ROUNDS; round++) {
      let isAtRest = true;
      for (const controller of this.#controllers) if (controller.work()) isAtRest = false;
      if (!isAtRest) continue;
      this.#tellSettled();
      return;
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

  /** The minor version that the API servers are of, in words: `1.21`. */
  apiServer(): string {
    return this.#apiServer;
  }

  /** From now on the API servers are of this minor version. */
  serve(version: string): void {
    const overlap = this.faults.oldApiServersAnswerFor;
    if (overlap !== undefined) {
      this.#apiServerBefore = { gitVersion: this.#gitVersionOf(this.#apiServer), until: this.time.now() + overlap };
    }
    this.#apiServer = version;
  }

  /** The fault that is meant for this update, counted as used. */
  takeUpdateFault(of: UpdateFault['of'], name: string): UpdateFault | undefined {
    return this.takeFault(
      this.faults.updates.filter((it) => it.of === of),
      name,
    );
  }

  /** The first of these faults that is meant for `name` and not used up, counted as used. */
  takeFault<Fault extends { readonly name?: string | undefined; readonly times?: number | undefined }>(
    faults: readonly Fault[],
    name: string,
  ): Fault | undefined {
    const uses = (it: Fault) => this.#faultUses.get(it) ?? 0;
    const fault = faults.find((it) => (it.name ?? name) === name && uses(it) < (it.times ?? Number.POSITIVE_INFINITY));
    if (fault) this.#faultUses.set(fault, uses(fault) + 1);
    return fault;
  }

  /** Nothing goes wrong any more, and what waited for that goes on. */
  mend(): void {
    this.faults = faultsSchema.parse({});
    this.#apiServerBefore = null;
    for (const goOn of this.#untilMended.splice(0)) goOn();
  }

  /** Does something when the faults are mended. */
  onceMended(act: () => void): void {
    this.#untilMended.push(act);
  }

  /** `gitVersion` as the next API server that answers tells it: while some are old, they take turns. */
  nextGitVersion(): string {
    const before = this.#apiServerBefore;
    if (before && this.time.now() < before.until && this.#versionAnswers++ % 2 === 0) return before.gitVersion;
    return this.#gitVersionOf(this.#apiServer);
  }

  #tellSettled(): void {
    for (const look of this.#settled) look();
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
