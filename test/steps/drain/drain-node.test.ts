import { describe, expect, it } from 'vitest';
import { drainNode } from '#steps/drain/drain-node';
import { aBudget } from '../../builders/a-budget.ts';
import { aPod, ownedBy } from '../../builders/a-pod.ts';
import { aWorkload, webDeployment } from '../../builders/a-workload.ts';
import { aCordonedNode, aGroupNode } from '../../builders/drain-node-object.ts';
import { START } from '../../builders/drain-time.ts';
import { changeBudget, type DrainWorld, drainWorld } from '../../builders/drain-world.ts';

const input = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21', node: 'old-1', podAfterGraceMs: 600_000 };
const healthy = (parts: Parameters<typeof drainWorld>[0] = {}) =>
  drainWorld({
    nodes: [aCordonedNode()],
    workloads: webDeployment(),
    pods: [aPod('default/web-0')],
    budgets: [aBudget('default/web', { maxUnavailable: 1 })],
    ...parts,
  });
const drain = (world: DrainWorld, slice = world.slice()) => drainNode.run(input, world.ports, slice);
const evictions = (world: DrainWorld) => world.requests.filter((it) => it.startsWith('evict'));
const codes = (world: DrainWorld) => world.messages.map((it) => it.code);

/** As the controllers do: the replacement is there at once on another node, ready a little later, and the budget follows. */
function bringBack(world: DrainWorld, readyAfter = 3_000): void {
  world.whenGone = (pod) => {
    const uid = `${pod.metadata.uid}+`;
    const replacement = aPod(`default/${pod.metadata.name}-new`, {
      uid,
      node: 'new-1',
      ready: false,
      created: new Date(world.time.now()).toISOString(),
    });
    world.pods = [...world.pods, replacement];
    world.time.after(readyAfter, () => {
      world.replacePod(uid, (it) => ({
        ...it,
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      }));
      for (const it of world.budgets) changeBudget(world, it, { disruptionsAllowed: 1, disruptedPods: {} });
    });
  };
}

describe('a healthy node', () => {
  it('is drained with one eviction a pod and one fresh list, and says so', async () => {
    const world = healthy();
    expect(await drain(world)).toEqual({ kind: 'done', output: {} });
    expect(world.requests).toEqual(['evict default/web-0', 'list pods old-1']);
    expect(codes(world)).toEqual(['pod-evicted', 'pod-gone', 'node-drained']);
  });

  it('is said to be gone when somebody has deleted it meanwhile', async () => {
    const world = healthy();
    world.whenGone = () => {
      world.nodes = [];
    };
    expect(await drain(world)).toEqual({ kind: 'done', output: {} });
    expect(codes(world)).toEqual(['pod-evicted', 'pod-gone', 'node-gone']);
  });

  it('gives up five pods under a budget of one without ever provoking a refusal', async () => {
    const pods = [0, 1, 2, 3, 4].map((it) => aPod(`default/web-${it}`));
    const world = healthy({ pods, workloads: webDeployment({ replicas: 5 }) });
    bringBack(world);
    expect((await drain(world)).kind).toBe('done');
    expect(evictions(world)).toEqual(pods.map((it) => `evict default/${it.metadata.name}`));
    expect(world.messages.filter((it) => it.code === 'eviction-waits').map((it) => it.data)).toHaveLength(4);
  });

  it('gives up pods without a budget one after the other, when the one before is back', async () => {
    const world = healthy({
      pods: [aPod('default/web-0'), aPod('default/web-1')],
      budgets: [],
      workloads: webDeployment({ replicas: 2 }),
    });
    bringBack(world, 7_000);
    expect((await drain(world)).kind).toBe('done');
    const [first, second] = world.messages.filter((it) => it.code === 'pod-evicted');
    expect([first?.data, second?.data]).toMatchObject([{ pod: 'default/web-0' }, { pod: 'default/web-1' }]);
    expect(world.time.now()).toBeGreaterThan(START + 8_000);
  });

  it('keeps the pods that others need for the end', async () => {
    const dns = aPod('kube-system/a-dns', {
      owner: ownedBy('ReplicaSet', 'dns', 'x'),
      labels: {},
      spec: { priorityClassName: 'system-cluster-critical' },
    });
    const world = healthy({ pods: [dns, aPod('default/web-0')] });
    await drain(world);
    expect(evictions(world)).toEqual(['evict default/web-0', 'evict kube-system/a-dns']);
    expect(codes(world).slice(0, 3)).toEqual(['pod-evicted', 'pod-gone', 'pod-evicted']);
  });
});

describe('pods that stay and pods that come', () => {
  it('leaves DaemonSet pods', async () => {
    const agent = aPod('logging/agent', { owner: ownedBy('DaemonSet', 'agent', 'uid-agent') });
    const world = healthy({ pods: [agent], workloads: [aWorkload('DaemonSet/logging/agent')] });
    expect((await drain(world)).kind).toBe('done');
    expect(evictions(world)).toEqual([]);
  });

  it('evicts a pod that was bound just before the cordon and appears two seconds later', async () => {
    const cordoned = {
      'eks-upgrade-runbook/cordoned-by': 'run-1',
      'eks-upgrade-runbook/cordoned-at': new Date(START).toISOString(),
    };
    const world = healthy({ pods: [], nodes: [aCordonedNode('old-1', { annotations: cordoned })] });
    world.time.after(2_000, () => world.pods.push(aPod('default/web-late')));
    expect((await drain(world)).kind).toBe('done');
    expect(evictions(world)).toEqual(['evict default/web-late']);
    expect(world.time.now()).toBeGreaterThanOrEqual(START + 5_000);
  });

  it('reports a pod that tolerates the cordon and came back to the same node, and does not chase it', async () => {
    const spec = { tolerations: [{ operator: 'Exists' as const }] };
    const owner = ownedBy('StatefulSet', 'db', 'uid-db');
    const world = healthy({
      pods: [aPod('default/db-0', { owner, spec })],
      budgets: [],
      workloads: [aWorkload('StatefulSet/default/db', { replicas: 1 })],
    });
    world.whenGone = () => {
      world.pods.push(
        aPod('default/db-0', { uid: 'the-next', owner, spec, created: new Date(world.time.now()).toISOString() }),
      );
    };
    expect((await drain(world)).kind).toBe('done');
    expect(evictions(world)).toHaveLength(1);
    expect(world.messages.filter((it) => it.code === 'pod-returned')).toEqual([
      { code: 'pod-returned', data: { pod: 'default/db-0', node: 'old-1' } },
    ]);
  });

  it('leaves the successor of a StatefulSet pod on another node alone', async () => {
    const owner = ownedBy('StatefulSet', 'db', 'uid-db');
    const world = healthy({
      pods: [aPod('default/db-0', { owner })],
      budgets: [],
      workloads: [aWorkload('StatefulSet/default/db', { replicas: 1 })],
    });
    world.whenGone = () => void world.pods.push(aPod('default/db-0', { uid: 'the-next', owner, node: 'new-1' }));
    expect((await drain(world)).kind).toBe('done');
    expect(evictions(world)).toHaveLength(1);
    expect(world.pods.map((it) => it.metadata.uid)).toEqual(['the-next']);
  });

  it('does not call the node empty while a fresh list shows more than the stores do', async () => {
    const world = healthy({ pods: [] });
    world.script.set('listPods', [{ kind: 'value', value: [aPod('default/web-unseen')] } as never]);
    expect((await drain(world)).kind).toBe('done');
    expect(world.requests).toEqual(['list pods old-1', 'list pods old-1']);
  });

  it('closes a node of the same group that somebody opened or that has joined before it evicts anything', async () => {
    const world = healthy({
      nodes: [aCordonedNode('old-1'), aGroupNode('old-2'), aGroupNode('new-1', { group: 'new' })],
    });
    await drain(world);
    const acts = world.requests
      .filter((it) => /^(patch|evict)/.test(it))
      .map((it) => it.split(' ').slice(0, 2).join(' '));
    expect(acts[0]).toBe('patch old-2');
    expect(acts.filter((it) => it.startsWith('patch'))).toEqual(['patch old-2']);
    expect(acts[1]).toMatch(/^evict/);
  });

  it('closes a node that somebody opened before it evicts anything', async () => {
    const world = healthy({ nodes: [aCordonedNode('old-1', { cordoned: false })] });
    expect((await drain(world)).kind).toBe('done');
    expect(world.requests.slice(0, 2)).toEqual(['patch old-1', 'evict default/web-0']);
  });
});

describe('pods that nobody may evict unasked', () => {
  it('stop the drain before any eviction, named with all their findings', async () => {
    const spec = { volumes: [{ name: 'cache', emptyDir: {} }] };
    const world = healthy({ pods: [aPod('default/web-0'), aPod('default/tool', { owner: null, spec })] });
    await expect(drain(world)).rejects.toMatchObject({
      code: 'PodsNotEvictable',
      message: expect.stringContaining(
        'default/tool: the data in its emptyDir cache is lost [LOCAL_DATA]; it has no controller: nobody brings it back [BARE_POD]',
      ),
    });
    expect(world.requests).toEqual([]);
  });
});
