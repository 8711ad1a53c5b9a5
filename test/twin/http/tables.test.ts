import { describe, expect, it } from 'vitest';
import { columnsOf } from '#twin/http/kubernetes/tables/columns';
import type { Json } from '#twin/http/kubernetes/tables/read';
import { type TableWish, toTable } from '#twin/http/kubernetes/tables/table';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const WISH: TableWish = { version: 'v1', includeObject: 'Metadata' };
const metadata = { name: 'it', namespace: 'shop', creationTimestamp: '2026-12-01T11:59:00Z', resourceVersion: '7' };

/** The row of one object as text by column, as `-o wide` shows it. */
function rowOf(resource: string, object: Json): Record<string, unknown> {
  const table = toTable(resource, { metadata, ...object }, WISH, NOW) as unknown as {
    columnDefinitions: { name: string }[];
    rows: { cells: unknown[] }[];
  };
  return Object.fromEntries(table.columnDefinitions.map(({ name }, index) => [name, table.rows[0]?.cells[index]]));
}

const template = {
  spec: {
    containers: [
      { name: 'web', image: 'web:1' },
      { name: 'log', image: 'log:2' },
    ],
  },
};
const selector = {
  matchLabels: { tier: 'a', app: 'web' },
  matchExpressions: [{ key: 'x', operator: 'In', values: ['1', '2'] }],
};

describe('the columns of a table', () => {
  it.each([
    ['nodes', 'Name Status Roles Age Version | Internal-IP External-IP OS-Image Kernel-Version Container-Runtime'],
    ['pods', 'Name Ready Status Restarts Age | IP Node Nominated Node Readiness Gates'],
    ['deployments', 'Name Ready Up-to-date Available Age | Containers Images Selector'],
    ['statefulsets', 'Name Ready Age | Containers Images'],
    ['replicasets', 'Name Desired Current Ready Age | Containers Images Selector'],
    ['daemonsets', 'Name Desired Current Ready Up-to-date Available Node Selector Age | Containers Images Selector'],
    ['poddisruptionbudgets', 'Name Min Available Max Unavailable Allowed Disruptions Age'],
    ['leases', 'Name Holder Age'],
    ['configmaps', 'Name Data Age'],
    ['secrets', 'Name Type Data Age'],
    ['services', 'Name Type Cluster-IP External-IP Port(s) Age | Selector'],
    ['events', 'Last Seen Type Reason Object Message'],
    ['rainbows', 'Name Age'],
  ])('of %s are those of real servers', (resource, names) => {
    const [narrow, wide] = [0, 1].map((priority) => columnsOf(resource).filter((it) => it.priority === priority));
    const text = (columns: typeof narrow) => columns?.map((it) => it.name).join(' ');
    expect([text(narrow), text(wide)].filter((it) => it !== '').join(' | ')).toBe(names);
  });
});

describe('a row', () => {
  const node = {
    status: {
      conditions: [{ type: 'Ready', status: 'True' }],
      nodeInfo: { kubeletVersion: 'v1.20.11-eks-f17b81', osImage: 'Amazon Linux 2' },
      addresses: [{ type: 'InternalIP', address: '10.0.101.193' }],
    },
  };

  it('of a node tells its state, version and address', () => {
    expect(rowOf('nodes', node)).toMatchObject({
      Name: 'it',
      Status: 'Ready',
      Roles: '<none>',
      Age: '60s',
      Version: 'v1.20.11-eks-f17b81',
      'Internal-IP': '10.0.101.193',
      'External-IP': '<none>',
      'OS-Image': 'Amazon Linux 2',
      'Kernel-Version': '<unknown>',
    });
  });

  it('of a cordoned node says so', () => {
    expect(rowOf('nodes', { ...node, spec: { unschedulable: true } })).toMatchObject({
      Status: 'Ready,SchedulingDisabled',
    });
  });

  it('of a node tells its roles', () => {
    const labels = { 'node-role.kubernetes.io/worker': '', 'node-role.kubernetes.io/infra': '' };
    expect(rowOf('nodes', { ...node, metadata: { ...metadata, labels } })).toMatchObject({ Roles: 'infra,worker' });
  });

  const pod = { spec: { containers: [{}, {}], nodeName: 'n' }, status: { phase: 'Running', podIP: '10.2.0.7' } };

  it('of a pod counts its ready containers and restarts', () => {
    const containerStatuses = [
      { ready: true, restartCount: 2 },
      { ready: false, restartCount: 1 },
    ];
    expect(rowOf('pods', { ...pod, status: { ...pod.status, containerStatuses } })).toMatchObject({
      Ready: '1/2',
      Status: 'Running',
      Restarts: '3',
      IP: '10.2.0.7',
      Node: 'n',
      'Nominated Node': '<none>',
    });
  });

  it('of a pod without container statuses goes by its own condition', () => {
    const conditions = [{ type: 'Ready', status: 'True' }];
    expect(rowOf('pods', { ...pod, status: { ...pod.status, conditions } })).toMatchObject({ Ready: '2/2' });
    expect(rowOf('pods', pod)).toMatchObject({ Ready: '0/2' });
  });

  it('of a pod names what is wrong rather than its phase', () => {
    const waiting = [{ ready: false, state: { waiting: { reason: 'CrashLoopBackOff' } } }];
    const deleted = { ...pod, metadata: { ...metadata, deletionTimestamp: '2026-12-01T12:00:30Z' } };
    expect(rowOf('pods', { ...pod, status: { containerStatuses: waiting } })).toMatchObject({
      Status: 'CrashLoopBackOff',
    });
    expect(rowOf('pods', { ...pod, status: { phase: 'Failed', reason: 'Evicted' } })).toMatchObject({
      Status: 'Evicted',
    });
    expect(rowOf('pods', deleted)).toMatchObject({ Status: 'Terminating' });
  });

  it('of a workload tells ready of wanted, images and selector', () => {
    const spec = { replicas: 3, selector, template };
    expect(rowOf('deployments', { spec, status: { readyReplicas: 2, updatedReplicas: 3 } })).toMatchObject({
      Ready: '2/3',
      'Up-to-date': 3,
      Available: 0,
      Containers: 'web,log',
      Images: 'web:1,log:2',
      Selector: 'app=web,tier=a,x in (1,2)',
    });
  });

  it('of a budget shows what it allows', () => {
    expect(
      rowOf('poddisruptionbudgets', { spec: { minAvailable: 2 }, status: { disruptionsAllowed: 1 } }),
    ).toMatchObject({
      'Min Available': '2',
      'Max Unavailable': 'N/A',
      'Allowed Disruptions': 1,
    });
  });
});

describe('a table', () => {
  it('of a list keeps its version and its next page', () => {
    const body = {
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '9', continue: 'c', selfLink: '' },
      items: [],
    };
    expect(toTable('pods', body, WISH, NOW)).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '9', continue: 'c' },
      rows: [],
    });
  });

  it('carries of each object what was asked for', () => {
    const body = { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [{ metadata }] };
    const objectIn = (includeObject: TableWish['includeObject']) =>
      (toTable('pods', body, { ...WISH, includeObject }, NOW).rows as { object?: unknown }[])[0]?.object;
    expect(objectIn('None')).toBeUndefined();
    expect(objectIn('Metadata')).toEqual({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata });
    expect(objectIn('Object')).toEqual({ kind: 'Pod', apiVersion: 'v1', metadata });
  });
});
