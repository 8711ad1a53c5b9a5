import type { Kubernetes } from '#ports/kubernetes';
import { type ContractCase, got, one, podsOf } from '../case.ts';

const LEASE = { namespace: 'kube-system', name: 'eks-upgrade-runbook' };
const HELD = { ...LEASE, holderIdentity: 'run-1', annotations: { log: '/somewhere' } };

async function firstNode(kubernetes: Kubernetes) {
  const [node] = got(await kubernetes.listNodes());
  if (node === undefined) throw new TypeError('the scenario has no node');
  return node;
}

/** Changes of nodes and Leases, and the conflicts they may meet. */
export const kubernetesWrites: readonly ContractCase[] = [
  {
    name: 'a node is cordoned on the condition of its version, once; a second patch on the old version is a conflict',
    outcome: ['value', '409 Conflict'],
    run: async ({ kubernetes }) => {
      const { metadata } = await firstNode(kubernetes);
      const { resourceVersion } = metadata;
      const patch = { metadata: { resourceVersion, annotations: { a: 'b' } }, spec: { unschedulable: true } };
      return [await kubernetes.patchNode(metadata.name, patch), await kubernetes.patchNode(metadata.name, patch)];
    },
  },
  {
    name: 'null takes a label, an annotation and the mark of a cordon away',
    outcome: ['value', 'value', 'value'],
    run: async ({ kubernetes }) => {
      const { name } = (await firstNode(kubernetes)).metadata;
      const set = await kubernetes.patchNode(name, {
        metadata: { labels: { l: '1' }, annotations: { a: '1' } },
        spec: { unschedulable: true, taints: [{ key: 't', effect: 'PreferNoSchedule' }] },
      });
      const unset = await kubernetes.patchNode(name, {
        metadata: { labels: { l: null }, annotations: { a: null } },
        spec: { unschedulable: null, taints: null },
      });
      return [set, unset, await kubernetes.getNode(name)];
    },
  },
  one('a patch of a node that is missing', '404 NotFound', ({ kubernetes }) =>
    kubernetes.patchNode('gone', { spec: { unschedulable: true } }),
  ),
  {
    name: 'a Lease is created once, released as it was read, stays, and is taken by the next',
    outcome: [
      '404 NotFound',
      'value',
      '409 AlreadyExists',
      'value',
      '409 Conflict',
      '409 AlreadyExists',
      'value',
      'value',
      '404 NotFound',
    ],
    run: async ({ kubernetes }) => {
      const before = await kubernetes.getLease(LEASE);
      const created = await kubernetes.createLease(HELD);
      const again = await kubernetes.createLease({ ...HELD, holderIdentity: 'run-2' });
      const { resourceVersion } = got(created).metadata;
      const released = await kubernetes.releaseLease({ ...LEASE, resourceVersion });
      const late = await kubernetes.releaseLease({ ...LEASE, resourceVersion });
      const lateCreation = await kubernetes.createLease(HELD);
      const next = { ...HELD, holderIdentity: 'run-2', resourceVersion: got(released).metadata.resourceVersion };
      return [
        before,
        created,
        again,
        released,
        late,
        lateCreation,
        await kubernetes.takeLease(next),
        await kubernetes.getLease(LEASE),
        await kubernetes.takeLease({ ...next, name: 'gone' }),
      ];
    },
  },
  {
    name: 'a Lease is marked on the condition of its version, once; its other annotations stay',
    outcome: ['value', 'value', '409 Conflict', 'value', '404 NotFound'],
    run: async ({ kubernetes }) => {
      const created = await kubernetes.createLease(HELD);
      const { resourceVersion } = got(created).metadata;
      const mark = { ...LEASE, resourceVersion, annotations: { fence: '7 me' } };
      return [
        created,
        await kubernetes.markLease(mark),
        await kubernetes.markLease({ ...mark, annotations: { fence: '7 you' } }),
        await kubernetes.getLease(LEASE),
        await kubernetes.markLease({ ...mark, name: 'gone' }),
      ];
    },
  },
  {
    name: 'what was changed is seen by the stores',
    outcome: ['value'],
    run: async ({ kubernetes, pass }) => {
      const live = got(await kubernetes.live());
      const { name } = (await firstNode(kubernetes)).metadata;
      await kubernetes.patchNode(name, { spec: { unschedulable: true } });
      await pass(1_000);
      return [{ kind: 'value', value: live.nodes() }];
    },
  },
  {
    name: 'a pod that was evicted leaves the stores when it has stopped, and another one comes',
    outcome: ['value', 'value', 'value'],
    run: async (bound) => {
      const live = got(await bound.kubernetes.live());
      const [pod] = await podsOf(bound, 'free');
      const { name = '', uid = '' } = pod?.metadata ?? {};
      const evicted = await bound.kubernetes.evict({ namespace: 'shop', name, uid, apiVersion: 'policy/v1beta1' });
      await bound.pass(120_000);
      const left = live.pods().filter((it) => it.metadata.labels?.app === 'free');
      return [
        evicted,
        { kind: 'value', value: left },
        { kind: 'value', value: left.some((it) => it.metadata.uid === uid) },
      ];
    },
  },
];
