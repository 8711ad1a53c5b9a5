import { expect, test } from 'vitest';
import type { Twin } from '#twin/twin';
import { ekstestTwin, pass, present } from '../builders/ekstest.ts';

/** Calls as an upgrade makes them, with time passing between. */
async function walk(twin: Twin): Promise<string> {
  const { kubernetes, eks } = twin.ports;
  const seen: unknown[] = [];
  for (const resource of ['pods', 'nodes'])
    twin.face.kubernetes.watch({ group: '', version: 'v1', resource }, (event) => seen.push(event));
  await eks.updateClusterVersion({ name: 'ekstest', version: '1.21', clientRequestToken: 't' });
  pass(twin, 30 * 60_000);
  for (const node of present(await kubernetes.listNodes())) {
    for (const pod of present(await kubernetes.listPods({ node: node.metadata.name }))) {
      await kubernetes.evict({
        namespace: pod.metadata.namespace ?? '',
        name: pod.metadata.name,
        uid: pod.metadata.uid,
        apiVersion: 'policy/v1beta1',
      });
    }
    pass(twin, 60_000);
  }
  await eks.deleteNodegroup({ clusterName: 'ekstest', nodegroupName: 'managed-ng-20' });
  pass(twin, 5 * 60_000);
  return JSON.stringify([
    seen,
    twin.journal.entries(),
    present(await kubernetes.listPods()),
    present(await kubernetes.listWorkloads()),
  ]);
}

test('the same scenario and the same calls give the same bytes, watches and journal included', async () => {
  const [once, again] = [await walk(ekstestTwin()), await walk(ekstestTwin())];
  expect(once.length).toBeGreaterThan(50_000);
  expect(again).toBe(once);
});

test('the journal tells reads from writes, with what was asked and what was answered', async () => {
  const twin = ekstestTwin();
  const { kubernetes, eks } = twin.ports;
  await eks.describeCluster('ekstest');
  await kubernetes.mayI({ verb: 'create', group: '', resource: 'pods', subresource: 'eviction' });
  await kubernetes.patchNode('none', { spec: { unschedulable: true } });
  await eks.deleteNodegroup({ clusterName: 'ekstest', nodegroupName: 'none' });
  expect(twin.journal.entries().map((it) => [it.operation, it.kind, it.status])).toEqual([
    ['eks:DescribeCluster', 'read', 200],
    ['k8s:create selfsubjectaccessreviews', 'read', 201],
    ['k8s:patch nodes', 'write', 404],
    ['eks:DeleteNodegroup', 'write', 404],
  ]);
  expect(twin.journal.writes()[0]).toEqual({
    at: Date.parse('2022-03-05T17:30:00Z'),
    operation: 'k8s:patch nodes',
    kind: 'write',
    parameters: { name: 'none', body: { spec: { unschedulable: true } } },
    status: 404,
  });
});
