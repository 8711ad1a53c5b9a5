import type { WorkloadObject } from '../../model/object.ts';
import type { World } from '../../model/world.ts';

/** Which workload of kube-system an EKS add-on brings. */
const WORKLOADS: Readonly<
  Record<string, { readonly resource: 'apps/deployments' | 'apps/daemonsets'; readonly name: string }>
> = {
  coredns: { resource: 'apps/deployments', name: 'coredns' },
  'kube-proxy': { resource: 'apps/daemonsets', name: 'kube-proxy' },
  'vpc-cni': { resource: 'apps/daemonsets', name: 'aws-node' },
};

/** Gives the workload of an add-on the images of a version; everything else of it stays. */
export function rollOut(world: World, addonName: string, version: string | undefined): void {
  const workload = workloadOf(world, addonName);
  if (!workload || version === undefined) return;
  const { object, resource } = workload;
  const { template } = object.spec;
  const [main, ...others] = template.spec.containers;
  if (main?.image === undefined) return;
  const image = `${main.image.slice(0, main.image.lastIndexOf(':'))}:${version}`;
  if (image === main.image) return;
  const spec = { ...template.spec, containers: [{ ...main, image }, ...others] };
  world.store.update<WorkloadObject>(resource, object, {
    ...object,
    spec: { ...object.spec, template: { ...template, spec } },
  });
}

/** Whether all pods of an add-on's workload are made from its newest template and ready; true for an add-on without one. */
export function isRolledOut(world: World, addonName: string): boolean {
  const object = workloadOf(world, addonName)?.object;
  if (!object) return true;
  const status = object.status as WorkloadObject['status'] & { readonly updatedNumberScheduled?: number };
  if ((status.observedGeneration ?? 0) < (object.metadata.generation ?? 0)) return false;
  const wanted = object.spec.replicas ?? status.desiredNumberScheduled ?? 0;
  const updated = status.updatedReplicas ?? status.updatedNumberScheduled ?? 0;
  const ready = status.readyReplicas ?? status.numberReady ?? 0;
  return updated >= wanted && ready >= wanted;
}

function workloadOf(world: World, addonName: string) {
  const known = WORKLOADS[addonName];
  const object = known && world.store.get(known.resource, 'kube-system', known.name);
  return known && object ? { object, resource: known.resource } : undefined;
}
