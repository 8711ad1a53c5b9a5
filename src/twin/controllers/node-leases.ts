import { type LeaseObject, type NodeObject, timestamp } from '../model/object.ts';
import type { Change, Draft } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda } from './agenda.ts';

/** The namespace in which each kubelet holds a lease of the name of its node. */
export const NODE_LEASES = 'kube-node-lease';

/** Keeps one lease for each node. That it is renewed every ten seconds is seen by those who read it (`heartbeats.ts`). */
export class NodeLeases implements Controller {
  readonly #world: World;
  readonly #agenda = new Agenda();

  constructor(world: World) {
    this.#world = world;
    world.store.onChange(({ resource, before, after }: Change) => {
      if (resource === 'nodes' && (before === undefined || after === undefined))
        this.#agenda.add((after ?? before)?.metadata.name);
    });
  }

  work(): boolean {
    return this.#agenda.handle((name) => {
      const { store } = this.#world;
      const node = store.get('nodes', undefined, name);
      const lease = store.get('coordination.k8s.io/leases', NODE_LEASES, name);
      if (node && !lease) store.create('coordination.k8s.io/leases', this.#leaseOf(node));
      if (!node && lease) store.remove('coordination.k8s.io/leases', lease);
    });
  }

  #leaseOf({ metadata: { name, uid, creationTimestamp } }: NodeObject): Draft<LeaseObject> {
    const spec = {
      holderIdentity: name,
      leaseDurationSeconds: 40,
      renewTime: timestamp(this.#world.time.now()).replace('Z', '.000000Z'),
    };
    return {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: {
        name,
        namespace: NODE_LEASES,
        creationTimestamp,
        ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }],
      },
      spec,
    };
  }
}
