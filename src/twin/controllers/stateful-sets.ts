import { controllerOf, isActive, isReady, type PodObject, type WorkloadObject } from '../model/object.ts';
import type { Change, Draft } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda, fromKey, keyOfObject } from './agenda.ts';
import { deletePod, podFromTemplate } from './pod-lifecycle.ts';
import { isSame } from './replica-sets.ts';

/** Keeps pods with stable names and claims, one after the other unless the set says Parallel. Template changes are not rolled out. */
export class StatefulSets implements Controller {
  readonly #world: World;
  readonly #agenda = new Agenda();

  constructor(world: World) {
    this.#world = world;
    world.store.onChange((change) => this.#notice(change));
  }

  work(): boolean {
    return this.#agenda.handle((key) => {
      const { namespace, name } = fromKey(key);
      const set = this.#world.store.get('apps/statefulsets', namespace, name);
      if (set && set.metadata.deletionTimestamp === undefined) this.#sync(set);
    });
  }

  #notice({ resource, before, after }: Change): void {
    if (resource === 'apps/statefulsets' && after) this.#agenda.add(keyOfObject(after));
    if (resource !== 'pods') return;
    for (const pod of [before, after]) {
      const owner = pod && controllerOf(pod);
      if (owner?.kind === 'StatefulSet') this.#agenda.add(`${pod?.metadata.namespace ?? ''}/${owner.name}`);
    }
  }

  #sync(set: WorkloadObject): void {
    const wanted = set.spec.replicas ?? 1;
    this.#grow(set, wanted);
    const surplus = this.#pods(set).filter((it) => isActive(it) && ordinalOf(it) >= wanted);
    const last = surplus.sort((a, b) => ordinalOf(b) - ordinalOf(a))[0];
    if (last) deletePod(this.#world, last);
    this.#report(set);
  }

  #grow(set: WorkloadObject, wanted: number): void {
    for (let ordinal = 0; ordinal < wanted; ordinal++) {
      const name = `${set.metadata.name}-${ordinal}`;
      const pod = this.#world.store.get('pods', set.metadata.namespace, name);
      if (pod === undefined) this.#addPod(set, name);
      if (set.spec.podManagementPolicy === 'Parallel') continue;
      if (!pod || !isActive(pod) || !isReady(pod)) return;
    }
  }

  #addPod(set: WorkloadObject, name: string): void {
    const draft = podFromTemplate(set, name, { labels: { 'statefulset.kubernetes.io/pod-name': name } });
    const claims = (set.spec.volumeClaimTemplates ?? []).map((it) => ({
      volume: it.metadata.name,
      claim: `${it.metadata.name}-${name}`,
      spec: it.spec,
    }));
    for (const { claim, spec } of claims) this.#addClaim(set, claim, spec);
    const volumes = claims.map((it) => ({ name: it.volume, persistentVolumeClaim: { claimName: it.claim } }));
    const spec = { ...draft.spec, ...(volumes.length > 0 && { volumes: [...(draft.spec.volumes ?? []), ...volumes] }) };
    this.#world.store.create<PodObject>('pods', { ...draft, spec } as Draft<PodObject>);
  }

  #addClaim(set: WorkloadObject, name: string, spec: object): void {
    const { store } = this.#world;
    const { namespace } = set.metadata;
    if (store.get('persistentvolumeclaims', namespace, name)) return;
    store.create('persistentvolumeclaims', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, ...(namespace !== undefined && { namespace }), labels: { ...set.spec.selector.matchLabels } },
      spec,
      status: { phase: 'Pending' },
    });
  }

  #pods(set: WorkloadObject): PodObject[] {
    return [...this.#world.store.ownedBy('pods', set.metadata.uid)];
  }

  #report(set: WorkloadObject): void {
    const pods = this.#pods(set);
    const ready = pods.filter((it) => isActive(it) && isReady(it)).length;
    const status = {
      observedGeneration: set.metadata.generation ?? 1,
      replicas: pods.length,
      ...(ready > 0 && { readyReplicas: ready }),
      ...(pods.length > 0 && { updatedReplicas: pods.length }),
    };
    if (isSame(status, set.status)) return;
    this.#world.store.update('apps/statefulsets', set, { ...set, status });
  }
}

const ordinalOf = (pod: PodObject): number => Number(/-(\d+)$/.exec(pod.metadata.name)?.[1] ?? Number.NaN);
