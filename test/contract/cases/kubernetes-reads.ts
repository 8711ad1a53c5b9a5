import { expect } from 'vitest';
import { type ContractCase, one } from '../case.ts';

/** Everything that only looks at the cluster. */
export const kubernetesReads: readonly ContractCase[] = [
  one('the version of the API server', 'value', ({ kubernetes }) => kubernetes.version()),
  one('a right that is there', 'value', ({ kubernetes }) =>
    kubernetes.mayI({ verb: 'create', group: '', resource: 'pods', subresource: 'eviction' }),
  ),
  one('the eviction version', 'value', ({ kubernetes }) => kubernetes.evictionVersion()),
  one('all nodes', 'value', ({ kubernetes }) => kubernetes.listNodes()),
  {
    name: 'a node by its name',
    outcome: ['value'],
    run: async ({ kubernetes }) => {
      const nodes = await kubernetes.listNodes();
      return [await kubernetes.getNode(nodes.kind === 'value' ? (nodes.value[0]?.metadata.name ?? '') : '')];
    },
  },
  one('a node that is missing', '404 NotFound', ({ kubernetes }) => kubernetes.getNode('gone')),
  one('all pods, more than one page', 'value', ({ kubernetes }) => kubernetes.listPods()),
  {
    name: 'the pods of one node',
    outcome: ['value', 'value'],
    run: async ({ kubernetes }) => {
      const nodes = await kubernetes.listNodes();
      const names = nodes.kind === 'value' ? nodes.value.map((it) => it.metadata.name) : [];
      return Promise.all(names.map((node) => kubernetes.listPods({ node })));
    },
  },
  one('the pods of a node that is missing', 'value', ({ kubernetes }) => kubernetes.listPods({ node: 'gone' })),
  one('all budgets', 'value', ({ kubernetes }) => kubernetes.listBudgets()),
  one('all workloads', 'value', ({ kubernetes }) => kubernetes.listWorkloads()),
  one('all volumes', 'value', ({ kubernetes }) => kubernetes.listVolumes()),
  one('all claims', 'value', ({ kubernetes }) => kubernetes.listClaims()),
  one('the kinds of a group, without their subresources', 'value', ({ kubernetes }) => kubernetes.listKinds('apps/v1')),
  {
    name: 'the kinds of versions that the server does not serve: none',
    outcome: ['value', 'value'],
    run: async ({ kubernetes }) => [
      await kubernetes.listKinds('policy/v1'),
      await kubernetes.listKinds('a.example/v1'),
    ],
  },
  {
    name: 'who has written objects, in which version',
    outcome: ['value'],
    run: async ({ kubernetes }) => {
      const written = await kubernetes.listWritten({ apiVersion: 'storage.k8s.io/v1', resource: 'storageclasses' });
      expect(written).toMatchObject({
        value: [
          {
            name: 'fast',
            writers: [
              { manager: 'helm', apiVersion: 'storage.k8s.io/v1beta1' },
              { manager: 'terraform', apiVersion: 'storage.k8s.io/v1' },
              { manager: 'kubectl apply', apiVersion: 'storage.k8s.io/v1' },
            ],
          },
        ],
      });
      return [written];
    },
  },
  one('objects of a resource that the server does not serve', '404', ({ kubernetes }) =>
    kubernetes.listWritten({ apiVersion: 'a.example/v1', resource: 'things' }),
  ),
  one('a pod security policy', 'value', ({ kubernetes }) => kubernetes.getPodSecurityPolicy('eks.privileged')),
  one('a pod security policy that is missing', '404 NotFound', ({ kubernetes }) =>
    kubernetes.getPodSecurityPolicy('gone'),
  ),
  {
    name: 'the stores: as the lists',
    outcome: ['value', 'value', 'value', 'value'],
    run: async ({ kubernetes }) => {
      const live = await kubernetes.live();
      if (live.kind !== 'value') return [live];
      const { pods, nodes, budgets, workloads } = live.value;
      return [pods(), nodes(), budgets(), workloads()].map((value) => ({ kind: 'value', value }));
    },
  },
];
