import type { ClusterSide } from '../../model/cluster-side.ts';
import { nodeConditions } from '../../model/new-node.ts';
import { controllerOf, timestamp } from '../../model/object.ts';
import type { World } from '../../model/world.ts';
import { deletePod } from '../pod-lifecycle.ts';

/** The cluster of the model itself: every act of EKS is a change of the world's store. */
export const modelledCluster = (world: World): ClusterSide => ({
  join: (node) => void world.store.create('nodes', node),
  becomeReady: (name) => {
    const node = world.store.get('nodes', undefined, name);
    if (!node) return;
    const conditions = nodeConditions(true, timestamp(world.time.now()));
    world.store.update('nodes', node, { ...node, status: { ...node.status, conditions } });
  },
  empty: (name) => empty(world, name),
  terminate: (node) => {
    const now = world.store.get('nodes', undefined, node.metadata.name);
    if (now?.metadata.uid === node.metadata.uid) world.store.remove('nodes', now);
  },
  relabel: (node, add, remove) => {
    const all = Object.entries({ ...node.metadata.labels, ...add });
    const labels = Object.fromEntries(all.filter(([key]) => !remove.has(key)));
    world.store.update('nodes', node, { ...node, metadata: { ...node.metadata, labels } });
  },
  setImage: (resource, workload, image) => {
    const { template } = workload.spec;
    const [main, ...others] = template.spec.containers;
    const spec = { ...template.spec, containers: [{ ...main, image }, ...others] } as typeof template.spec;
    const after = { ...workload, spec: { ...workload.spec, template: { ...template, spec } } };
    world.store.update(resource, workload, after);
  },
  replaceApiServers: (version) => world.serve(version),
  areApiServersReplaced: () => true,
});

function empty(world: World, name: string): void {
  const node = world.store.get('nodes', undefined, name);
  if (node && !node.spec.unschedulable)
    world.store.update('nodes', node, { ...node, spec: { ...node.spec, unschedulable: true } });
  for (const pod of world.store.podsOnNode(name)) {
    if (controllerOf(pod)?.kind !== 'DaemonSet') deletePod(world, pod);
  }
}
