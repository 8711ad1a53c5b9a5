import { expect, test } from 'vitest';
import { type ReadPorts, readOnly } from '#plan/read-ports';
import { takeSnapshot } from '#plan/snapshot';
import type { Eks } from '#ports/eks';
import type { Kubernetes } from '#ports/kubernetes';
import { readableCluster } from '../builders/readable-cluster.ts';

const EKS_WRITES = [
  'updateClusterVersion',
  'createNodegroup',
  'resizeNodegroup',
  'deleteNodegroup',
  'updateAddon',
] as const satisfies readonly (keyof Eks)[];
const KUBERNETES_WRITES = [
  'patchNode',
  'evict',
  'createLease',
  'takeLease',
  'releaseLease',
] as const satisfies readonly (keyof Kubernetes)[];

/** Ports that can write, and tell when somebody does. */
function portsThatWrite() {
  const written: string[] = [];
  const writer = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async () => {
          written.push(name);
        },
      ]),
    );
  const reads = readableCluster();
  const kubernetes = {
    ...reads.kubernetes,
    ...writer([...KUBERNETES_WRITES, 'live', 'close']),
  } as unknown as Kubernetes;
  return {
    written,
    ports: { eks: { ...reads.eks, ...writer(EKS_WRITES) } as unknown as Eks, ec2: reads.ec2, kubernetes },
  };
}

/** Everything that can be reached from an object by any property, own or inherited. */
function reachable(from: unknown, seen = new Set<unknown>()): Set<unknown> {
  if (
    (typeof from !== 'object' && typeof from !== 'function') ||
    from === null ||
    seen.has(from) ||
    from === Function.prototype
  )
    return seen;
  seen.add(from);
  for (const key of Reflect.ownKeys(from)) reachable(Object.getOwnPropertyDescriptor(from, key)?.value, seen);
  reachable(Object.getPrototypeOf(from), seen);
  return seen;
}

test('no write method and no client can be reached from the view that plans are made of', () => {
  const { ports } = portsThatWrite();
  const found = reachable(readOnly(ports));
  for (const name of EKS_WRITES) expect(found.has(ports.eks[name])).toBe(false);
  for (const name of KUBERNETES_WRITES) expect(found.has(ports.kubernetes[name])).toBe(false);
  for (const client of [ports, ports.eks, ports.ec2, ports.kubernetes]) expect(found.has(client)).toBe(false);
});

test('every method of the ports is known as a read or a write: a new one has to be judged', () => {
  const { ports } = portsThatWrite();
  const view = readOnly(ports);
  expect(
    Object.keys(ports.eks)
      .filter((name) => !(name in view.eks))
      .sort(),
  ).toEqual([...EKS_WRITES].sort());
  expect(
    Object.keys(ports.kubernetes)
      .filter((name) => !(name in view.kubernetes))
      .sort(),
  ).toEqual([...KUBERNETES_WRITES, 'close', 'live'].sort());
  expect(Object.keys(view.ec2).sort()).toEqual(Object.keys(ports.ec2).sort());
});

test('the view cannot be given a method afterwards', () => {
  const view = readOnly(portsThatWrite().ports);
  expect(() => Object.assign(view.eks, { deleteNodegroup: () => {} })).toThrow(TypeError);
});

test('a snapshot through the view writes nothing', async () => {
  const { ports, written } = portsThatWrite();
  await takeSnapshot(readOnly(ports), { cluster: 'live', from: '1.20', to: '1.21', addons: [] });
  expect(written).toEqual([]);
});

test('the type has no write method either', () => {
  const misuse = (view: ReadPorts) => {
    // @ts-expect-error: a plan cannot delete
    void view.eks.deleteNodegroup;
    // @ts-expect-error: a plan cannot evict
    void view.kubernetes.evict;
  };
  expect(misuse).toBeTypeOf('function');
});
