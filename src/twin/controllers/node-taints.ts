import { isReady, isUnheardOf, type NodeObject, type Taint, timestamp } from '../model/object.ts';
import type { Change } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda } from './agenda.ts';

/** The node lifecycle controller: a node that is cordoned, not ready or not heard of carries the taint that says so. */
export class NodeTaints implements Controller {
  readonly #world: World;
  readonly #agenda = new Agenda();

  constructor(world: World) {
    this.#world = world;
    world.store.onChange((change) => this.#notice(change));
  }

  work(): boolean {
    return this.#agenda.handle((name) => {
      const node = this.#world.store.get('nodes', undefined, name);
      if (node) this.#sync(node);
    });
  }

  #notice({ resource, after }: Change): void {
    if (resource === 'nodes') this.#agenda.add(after?.metadata.name);
  }

  #sync(node: NodeObject): void {
    const wanted = new Map<string, boolean>([
      ['node.kubernetes.io/not-ready', !isReady(node) && !isUnheardOf(node)],
      ['node.kubernetes.io/unreachable', isUnheardOf(node)],
      ['node.kubernetes.io/unschedulable', node.spec.unschedulable === true],
    ]);
    const taints = node.spec.taints ?? [];
    const kept = taints.filter((it) => it.effect !== 'NoSchedule' || wanted.get(it.key) !== false);
    const missing = [...wanted].filter(
      ([key, is]) => is && !kept.some((it) => it.key === key && it.effect === 'NoSchedule'),
    );
    if (missing.length === 0 && kept.length === taints.length) return;
    const timeAdded = timestamp(this.#world.time.now());
    const added = missing.map(([key]): Taint & { readonly timeAdded: string } => ({
      key,
      effect: 'NoSchedule',
      timeAdded,
    }));
    const { taints: _, ...spec } = node.spec;
    const all = [...kept, ...added];
    this.#world.store.update('nodes', node, { ...node, spec: { ...spec, ...(all.length > 0 && { taints: all }) } });
  }
}
