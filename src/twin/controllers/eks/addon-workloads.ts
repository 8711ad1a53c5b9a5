import type { WorkloadObject } from '../../model/object.ts';
import type { World } from '../../model/world.ts';

interface Place {
  readonly resource: 'apps/deployments' | 'apps/daemonsets';
  readonly name: string;
}

/** Which workloads of kube-system an EKS add-on brings. */
const WORKLOADS: Readonly<Record<string, readonly Place[]>> = {
  'aws-ebs-csi-driver': [
    { resource: 'apps/deployments', name: 'ebs-csi-controller' },
    { resource: 'apps/daemonsets', name: 'ebs-csi-node' },
  ],
  coredns: [{ resource: 'apps/deployments', name: 'coredns' }],
  'kube-proxy': [{ resource: 'apps/daemonsets', name: 'kube-proxy' }],
  'vpc-cni': [{ resource: 'apps/daemonsets', name: 'aws-node' }],
};

/** Gives the workloads of an add-on the images of a version; everything else of them stays. */
export function rollOut(world: World, addonName: string, version: string | undefined): void {
  if (version === undefined) return;
  for (const { object, resource } of workloadsOf(world, addonName)) {
    const [main] = object.spec.template.spec.containers;
    if (main?.image === undefined) continue;
    const image = `${main.image.slice(0, main.image.lastIndexOf(':'))}:${version}`;
    if (image !== main.image) world.cluster.setImage(resource, object, image);
  }
}

/** Whether all pods of an add-on's workloads are made from their newest template and ready; true for an add-on without any. */
export const isRolledOut = (world: World, addonName: string): boolean =>
  workloadsOf(world, addonName).every(({ object }) => isUpToDate(object));

function isUpToDate(object: WorkloadObject): boolean {
  const status = object.status as WorkloadObject['status'] & { readonly updatedNumberScheduled?: number };
  if ((status.observedGeneration ?? 0) < (object.metadata.generation ?? 0)) return false;
  const wanted = object.spec.replicas ?? status.desiredNumberScheduled ?? 0;
  const updated = status.updatedReplicas ?? status.updatedNumberScheduled ?? 0;
  const ready = status.readyReplicas ?? status.numberReady ?? 0;
  return updated >= wanted && ready >= wanted;
}

function workloadsOf(
  world: World,
  addonName: string,
): readonly { readonly object: WorkloadObject; readonly resource: Place['resource'] }[] {
  return (WORKLOADS[addonName] ?? []).flatMap(({ resource, name }) => {
    const object = world.store.get(resource, 'kube-system', name);
    return object ? [{ object, resource }] : [];
  });
}
