import type { Ec2 } from '#ports/ec2';
import type { Eks } from '#ports/eks';
import type { Kubernetes } from '#ports/kubernetes';

const EKS_READS = [
  'describeCluster',
  'listUpdates',
  'describeUpdate',
  'listNodegroups',
  'describeNodegroup',
  'listAddons',
  'describeAddon',
  'describeAddonVersions',
  'listInsights',
  'describeInsight',
] as const satisfies readonly (keyof Eks)[];

const EC2_READS = ['describeSubnets', 'describeInstanceTypes'] as const satisfies readonly (keyof Ec2)[];

const KUBERNETES_READS = [
  'version',
  'mayI',
  'evictionVersion',
  'listNodes',
  'getNode',
  'listPods',
  'listBudgets',
  'listWorkloads',
  'listVolumes',
  'listClaims',
  'listKinds',
  'listWritten',
  'getPodSecurityPolicy',
  'getLease',
] as const satisfies readonly (keyof Kubernetes)[];

/** Everything a plan may ask a real cluster: the reading methods of the ports, and no other. */
export interface ReadPorts {
  readonly eks: Pick<Eks, (typeof EKS_READS)[number]>;
  readonly ec2: Pick<Ec2, (typeof EC2_READS)[number]>;
  readonly kubernetes: Pick<Kubernetes, (typeof KUBERNETES_READS)[number]>;
}

/**
 * A view of the ports that can only read, not by type alone: the objects have the reading methods as their own and
 * nothing else, no prototype, and no way back to the client behind them.
 */
export function readOnly(ports: { readonly eks: Eks; readonly ec2: Ec2; readonly kubernetes: Kubernetes }): ReadPorts {
  return Object.freeze({
    eks: only(ports.eks, EKS_READS),
    ec2: only(ports.ec2, EC2_READS),
    kubernetes: only(ports.kubernetes, KUBERNETES_READS),
  });
}

function only<Port extends object, Name extends keyof Port & string>(
  port: Port,
  names: readonly Name[],
): Pick<Port, Name> {
  const view = Object.create(null) as Record<Name, unknown>;
  for (const name of names) {
    const method = port[name] as (...args: readonly never[]) => unknown;
    view[name] = (...args: readonly never[]) => method.apply(port, args as never[]);
  }
  return Object.freeze(view) as Pick<Port, Name>;
}
