import type { Facts, Write } from './facts.ts';

interface Seen {
  readonly before: Facts;
  readonly after: Facts;
  readonly writes: readonly Write[];
}

interface Expectation {
  readonly ok: boolean;
  readonly what: string;
}

/** The figures of the procedure that the default scenario follows (docs/twin.md), held against what the twin has seen. */
export function expectations({ before, after, writes }: Seen): readonly Expectation[] {
  const at = (operation: string) => writes.find((write) => write.operation === operation)?.at ?? Number.NaN;
  const controlPlane = (at('eks:CreateNodegroup') - at('eks:UpdateClusterVersion')) / 60_000;
  const order = drainOrder(before, writes);
  return [
    is(before.apiServer, 'v1.20.11-eks-f17b81', 'API server before'),
    is(after.apiServer, 'v1.21.5-eks-bc4871b', 'API server after'),
    is(kubelets(before), 'ip-10-0-101-193 ip-10-0-102-121 ip-10-0-103-198 at v1.20.11-eks-f17b81', 'nodes before'),
    is(kubelets(after), 'ip-10-0-101-208 ip-10-0-102-86 ip-10-0-103-214 at v1.21.5-eks-9017834', 'nodes after'),
    is(order.join(' '), 'ip-10-0-102-121 ip-10-0-101-193 ip-10-0-103-198', 'drain order, oldest node first'),
    is(zones(after), zones(before), 'zones of the StatefulSet pods, each in its own as before'),
    {
      ok: controlPlane > 27 && controlPlane < 30,
      what: `minutes of model time for the control plane, about 28: ${controlPlane.toFixed(1)}`,
    },
    {
      ok: writes.filter(({ operation }) => operation === 'eks:UpdateClusterVersion').length === 1,
      what: 'one control-plane update',
    },
    {
      ok: writes.filter(({ operation }) => operation === 'eks:CreateNodegroup').length === 1,
      what: 'one new node group',
    },
  ];
}

const is = (seen: string, wanted: string, what: string): Expectation => ({
  ok: seen === wanted,
  what: seen === wanted ? `${what}: ${seen}` : `${what}: ${seen} instead of ${wanted}`,
});

const kubelets = ({ kubelets: all }: Facts): string =>
  `${Object.keys(all).sort().join(' ')} at ${[...new Set(Object.values(all))].join(', ')}`;

const zones = ({ zones: all }: Facts): string =>
  Object.entries(all)
    .sort()
    .map(([pod, zone]) => `${pod} in ${zone}`)
    .join(', ');

/** Nodes in the order of their first eviction; pods that came back are on new nodes and are evicted no more. */
function drainOrder({ nodeOf }: Facts, writes: readonly Write[]): readonly string[] {
  const evictions = writes.filter(({ operation }) => operation === 'k8s:evict pods');
  return [
    ...new Set(
      evictions.map(({ parameters: { namespace, name } }) => nodeOf[`${namespace}/${name}`] ?? 'a pod that came later'),
    ),
  ];
}
