import {
  controllerOf,
  isActive,
  isFinished,
  isReady,
  type NodeObject,
  type PodObject,
  type PodSpec,
  type Toleration,
  type WorkloadObject,
} from '../model/object.ts';
import type { Change } from '../model/store.ts';
import { repellingTaint, tolerates } from '../model/taints.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda, fromKey, keyOfObject } from './agenda.ts';
import { DaemonCounts, REVISION } from './daemon-counts.ts';
import { isChosenBy, onlyNode } from './node-affinity.ts';
import { deletePod, podFromTemplate } from './pod-lifecycle.ts';
import { isSame } from './replica-sets.ts';
import { share } from './rolling-sizes.ts';

/** Tolerations that the DaemonSet controller adds (https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#taints-and-tolerations). */
const ADDED: readonly Toleration[] = [
  ...['not-ready', 'unreachable'].map((it) => ({
    key: `node.kubernetes.io/${it}`,
    operator: 'Exists' as const,
    effect: 'NoExecute',
  })),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((it) => ({
    key: `node.kubernetes.io/${it}`,
    operator: 'Exists' as const,
    effect: 'NoSchedule',
  })),
];

/** Keeps one pod on each node that fits, cordoned ones included, and renews pods of an old template node by node. */
export class DaemonSets implements Controller {
  readonly #world: World;
  /** `namespace/name node` */
  readonly #places = new Agenda();
  readonly #sets = new Agenda();
  readonly #counts: DaemonCounts;
  /** Pods that wait for the scheduler, by place: each is meant for one node. */
  readonly #waiting = new Map<string, PodObject>();

  constructor(world: World) {
    this.#world = world;
    this.#counts = new DaemonCounts();
    world.store.onChange((change) => this.#notice(change));
  }

  work(): boolean {
    const placed = this.#places.handle((key) => {
      const [set = '', node = ''] = key.split(' ');
      this.#syncPlace(this.#set(set), node);
    });
    const reported = this.#sets.handle((key) => this.#syncSet(this.#set(key)));
    return placed || reported;
  }

  #set(key: string): WorkloadObject | undefined {
    const { namespace, name } = fromKey(key);
    return this.#world.store.get('apps/daemonsets', namespace, name);
  }

  #notice(change: Change): void {
    const { resource, before, after } = change;
    this.#counts.note(change);
    if (resource === 'nodes') this.#noticeNode(before as NodeObject | undefined, after as NodeObject | undefined);
    if (resource === 'pods') this.#noticePod((after ?? before) as PodObject, after === undefined);
    if (resource !== 'apps/daemonsets' || !after) return;
    this.#sets.add(keyOfObject(after));
    if (before?.spec === after.spec) return;
    for (const node of this.#world.store.list('nodes')) this.#addPlace(after, node.metadata.name);
  }

  #noticePod(pod: PodObject, isGone: boolean): void {
    const owner = controllerOf(pod);
    if (owner?.kind !== 'DaemonSet') return;
    const key = `${pod.metadata.namespace ?? ''}/${owner.name}`;
    this.#sets.add(key);
    const node = pod.spec.nodeName ?? onlyNode(pod.spec);
    if (node === undefined) return;
    const place = `${key} ${node}`;
    if (pod.spec.nodeName === undefined && !isGone) this.#waiting.set(place, pod);
    else if (this.#waiting.get(place)?.metadata.uid === pod.metadata.uid) this.#waiting.delete(place);
    this.#places.add(place);
  }

  #noticeNode(before: NodeObject | undefined, after: NodeObject | undefined): void {
    const node = after ?? before;
    if (!node || (before && after && before.spec === after.spec && before.metadata.labels === after.metadata.labels))
      return;
    for (const set of this.#world.store.list('apps/daemonsets')) {
      if (after) this.#addPlace(set, node.metadata.name);
      else this.#counts.want(set, node.metadata.name, false);
      this.#sets.add(keyOfObject(set));
    }
  }

  #addPlace(set: { readonly metadata: WorkloadObject['metadata'] }, node: string): void {
    this.#places.add(`${keyOfObject(set)} ${node}`);
  }

  #syncPlace(set: WorkloadObject | undefined, nodeName: string): void {
    const node = this.#world.store.get('nodes', undefined, nodeName);
    if (!set || !node || set.metadata.deletionTimestamp !== undefined) return;
    const pods = this.#podsAt(set, nodeName);
    const isWanted = isMeantFor(set, node);
    this.#counts.want(set, nodeName, isWanted);
    for (const pod of pods) if (isFinished(pod) || (isActive(pod) && !mayStay(set, node))) deletePod(this.#world, pod);
    // A terminating pod has to be gone first: two pods of a set never run on a node together.
    if (isWanted && pods.every(isFinished)) this.#addPod(set, nodeName);
  }

  #addPod(set: WorkloadObject, nodeName: string): void {
    const name = `${set.metadata.name}-${this.#world.ids.suffix(`${keyOfObject(set)} ${nodeName}`)}`;
    const draft = podFromTemplate(set, name);
    this.#world.store.create('pods', {
      ...draft,
      metadata: {
        ...draft.metadata,
        generateName: `${set.metadata.name}-`,
        labels: { ...draft.metadata.labels, [REVISION]: this.#counts.give(set) },
      },
      spec: { ...draft.spec, affinity: affinityTo(nodeName, draft.spec), tolerations: tolerationsOf(set) },
    });
  }

  #syncSet(set: WorkloadObject | undefined): void {
    if (!set) return;
    this.#renew(set);
    this.#report(set);
  }

  /** Deletes pods of an older template, so many at a time as the set allows to be away (default 1). */
  #renew(set: WorkloadObject): void {
    const { active, updated } = this.#counts.numbersOf(set);
    if (updated === active || set.spec.updateStrategy?.type === 'OnDelete') return;
    const pods = this.#world.store.ownedBy('pods', set.metadata.uid);
    const old = pods.filter((it) => isActive(it) && !this.#counts.isUpToDate(set, it));
    const limit = share(set.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, pods.length, Math.ceil);
    const away = pods.filter((it) => !isActive(it) || !isReady(it)).length;
    const byNode = [...old].sort((a, b) => ((a.spec.nodeName ?? '') < (b.spec.nodeName ?? '') ? -1 : 1));
    for (const pod of byNode.slice(0, Math.max(0, limit - away))) deletePod(this.#world, pod);
  }

  #report(set: WorkloadObject): void {
    const { active, ready, wanted, updated } = this.#counts.numbersOf(set);
    const status = {
      currentNumberScheduled: active,
      numberMisscheduled: 0,
      desiredNumberScheduled: wanted,
      numberReady: ready,
      observedGeneration: set.metadata.generation ?? 1,
      ...(updated > 0 && { updatedNumberScheduled: updated }),
      ...(ready > 0 && { numberAvailable: ready }),
      ...(wanted > ready && { numberUnavailable: wanted - ready }),
    };
    if (isSame(status, set.status)) return;
    this.#world.store.update('apps/daemonsets', set, { ...set, status });
  }

  #podsAt(set: WorkloadObject, node: string): readonly PodObject[] {
    const waiting = this.#waiting.get(`${keyOfObject(set)} ${node}`);
    const all = [...this.#world.store.podsOnNode(node), ...(waiting ? [waiting] : [])];
    return all.filter((it) => controllerOf(it)?.uid === set.metadata.uid);
  }
}

/** The scheduler binds the pod, and can bind it to this node alone: its name takes the place of the required affinity. */
const affinityTo = (node: string, { affinity }: PodSpec): PodSpec['affinity'] => ({
  ...affinity,
  nodeAffinity: {
    ...affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }],
    },
  },
});

const tolerationsOf = (set: WorkloadObject): readonly Toleration[] => [
  ...(set.spec.template.spec.tolerations ?? []),
  ...ADDED,
];

const isMeantFor = (set: WorkloadObject, node: NodeObject): boolean =>
  isChosen(set, node) && repellingTaint(node, tolerationsOf(set)) === undefined;

/** A pod that runs is only taken away by a taint with effect NoExecute. */
const mayStay = (set: WorkloadObject, node: NodeObject): boolean =>
  isChosen(set, node) &&
  !node.spec.taints?.some((it) => it.effect === 'NoExecute' && !tolerates(tolerationsOf(set), it));

const isChosen = (set: WorkloadObject, node: NodeObject): boolean =>
  isChosenBy(set.spec.template.spec as PodSpec, node);
