import { templateHash } from '../model/ids.ts';
import { controllerOf, type WorkloadObject } from '../model/object.ts';
import type { Change } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda, fromKey, keyOfObject } from './agenda.ts';
import { deploymentConditions } from './deployment-conditions.ts';
import { ownerReference } from './pod-lifecycle.ts';
import { isSame } from './replica-sets.ts';
import { rollingSizes } from './rolling-sizes.ts';
import { canonicalTemplate } from './template.ts';

/** Keeps one ReplicaSet for each template of a Deployment and shifts pods from old ones to the newest. */
export class Deployments implements Controller {
  readonly #world: World;
  readonly #agenda = new Agenda();

  constructor(world: World) {
    this.#world = world;
    world.store.onChange((change) => this.#notice(change));
  }

  work(): boolean {
    return this.#agenda.handle((key) => {
      const { namespace, name } = fromKey(key);
      const deployment = this.#world.store.get('apps/deployments', namespace, name);
      if (deployment && deployment.metadata.deletionTimestamp === undefined) this.#sync(deployment);
    });
  }

  #notice({ resource, before, after }: Change): void {
    if (resource === 'apps/deployments' && after) this.#agenda.add(keyOfObject(after));
    if (resource !== 'apps/replicasets') return;
    for (const set of [before, after]) {
      const owner = set && controllerOf(set);
      if (set && owner?.kind === 'Deployment') this.#agenda.add(`${set.metadata.namespace ?? ''}/${owner.name}`);
    }
  }

  #sync(deployment: WorkloadObject): void {
    const sets = this.#world.store.ownedBy('apps/replicasets', deployment.metadata.uid);
    const wanted = canonicalTemplate(deployment);
    const newest = sets.find((it) => canonicalTemplate(it) === wanted) ?? this.#addSet(deployment, wanted, sets.length);
    const old = sets.filter((it) => it !== newest);
    this.#resize(deployment, newest, old);
    this.#report(deployment, newest.metadata.name);
  }

  #addSet(deployment: WorkloadObject, template: string, earlier: number): WorkloadObject {
    const hash = templateHash(template);
    const { metadata, spec } = deployment;
    const labels = { ...spec.template.metadata?.labels, 'pod-template-hash': hash };
    return this.#world.store.create<WorkloadObject>('apps/replicasets', {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name: `${metadata.name}-${hash}`,
        ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
        labels,
        annotations: { 'deployment.kubernetes.io/revision': String(earlier + 1) },
        // The set of the start state is as old as its Deployment.
        ...(this.#world.isSettlingIn && { creationTimestamp: metadata.creationTimestamp }),
        ownerReferences: [ownerReference(deployment)],
      },
      spec: {
        replicas: 0,
        selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, 'pod-template-hash': hash } },
        template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
      },
      status: { replicas: 0 },
    });
  }

  #resize(deployment: WorkloadObject, newest: WorkloadObject, old: readonly WorkloadObject[]): void {
    const desired = deployment.spec.replicas ?? 1;
    const sizes = rollingSizes(desired, deployment.spec.strategy, sizeOf(newest), old.map(sizeOf));
    this.#setReplicas(newest, sizes.newest);
    for (const [index, set] of old.entries()) this.#setReplicas(set, sizes.old[index] ?? 0);
  }

  #setReplicas(set: WorkloadObject, replicas: number): void {
    if (set.spec.replicas === replicas) return;
    this.#world.store.update('apps/replicasets', set, { ...set, spec: { ...set.spec, replicas } });
  }

  #report(deployment: WorkloadObject, newest: string): void {
    const sets = this.#world.store.ownedBy('apps/replicasets', deployment.metadata.uid);
    const total = sum(sets.map((it) => it.status.replicas ?? 0));
    const ready = sum(sets.map((it) => it.status.readyReplicas ?? 0));
    const updated = sets.find((it) => it.metadata.name === newest)?.status.replicas ?? 0;
    const lacking = Math.max(0, (deployment.spec.replicas ?? 1) - ready);
    const status = {
      observedGeneration: deployment.metadata.generation ?? 1,
      ...(total > 0 && { replicas: total }),
      ...(updated > 0 && { updatedReplicas: updated }),
      ...(ready > 0 && { readyReplicas: ready, availableReplicas: ready }),
      ...(lacking > 0 && { unavailableReplicas: lacking }),
    };
    const progress = { newest, total, updated, ready };
    const conditions = deploymentConditions(deployment, progress, this.#world.time.now());
    const held = (deployment.status as { readonly conditions?: typeof conditions }).conditions ?? [];
    const isUnchanged =
      conditions.length === held.length &&
      conditions.every((it, index) => it === held[index]) &&
      isSame(status, deployment.status);
    if (isUnchanged) return;
    const next = { ...deployment, status: { ...status, conditions } as WorkloadObject['status'] };
    this.#world.store.update('apps/deployments', deployment, next);
  }
}

const sizeOf = (set: WorkloadObject) => ({
  wanted: set.spec.replicas ?? 0,
  exist: set.status.replicas ?? 0,
  ready: set.status.readyReplicas ?? 0,
});

const sum = (numbers: readonly number[]): number => numbers.reduce((all, it) => all + it, 0);
