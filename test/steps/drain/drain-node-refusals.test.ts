import { describe, expect, it } from 'vitest';
import type { Answer } from '#ports/answer';
import { drainNode } from '#steps/drain/drain-node';
import { aBudget } from '../../builders/a-budget.ts';
import { aPod, ownedBy } from '../../builders/a-pod.ts';
import { webDeployment } from '../../builders/a-workload.ts';
import { EVICTION, refused } from '../../builders/drain-answers.ts';
import { aCordonedNode } from '../../builders/drain-node-object.ts';
import { START } from '../../builders/drain-time.ts';
import { changeBudget, type DrainWorld, drainWorld } from '../../builders/drain-world.ts';

const input = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21', node: 'old-1', podAfterGraceMs: 600_000 };
const alone = ownedBy('ReplicaSet', 'api', 'rs-api');

function worldWith(answers: readonly Answer<never>[], parts: Parameters<typeof drainWorld>[0] = {}): DrainWorld {
  const world = drainWorld({
    nodes: [aCordonedNode()],
    workloads: webDeployment(),
    pods: [aPod('default/web-0')],
    budgets: [aBudget('default/web', { maxUnavailable: 1 })],
    ...parts,
  });
  world.script.set('default/web-0', [...answers]);
  return world;
}

const drain = (world: DrainWorld) => drainNode.run(input, world.ports, world.slice());
const tries = (world: DrainWorld) => world.requests.filter((it) => it === 'evict default/web-0').length;
const waits = (world: DrainWorld) => world.messages.flatMap((it) => (it.code === 'eviction-waits' ? [it.data] : []));
const evictedAt = async (world: DrainWorld) => {
  let at = -1;
  const { notify } = world.ports;
  Object.assign(world.ports, {
    notify: (it: Parameters<typeof notify>[0]) => {
      if (it.code === 'pod-evicted') at = world.time.now() - START;
      notify(it);
    },
  });
  expect((await drain(world)).kind).toBe('done');
  return at;
};

describe('a refusal that passes', () => {
  it('of a budget is told in its words, and the pod is tried again as soon as the budget changes', async () => {
    const world = worldWith([EVICTION.budget]);
    world.time.after(1_500, () => {
      for (const it of world.budgets) changeBudget(world, it, { disruptionsAllowed: 1 });
    });
    expect(await evictedAt(world)).toBe(1_500);
    expect(tries(world)).toBe(2);
    expect(waits(world)).toEqual([
      {
        pod: 'default/web-0',
        code: 'PDB_EXHAUSTED',
        why: 'The disruption budget web needs 2 healthy pods and has 2 currently',
      },
    ]);
  });

  it('of a budget that does not change is asked about again after 5, 10 and 15 s, and told once', async () => {
    const world = worldWith([EVICTION.budget, EVICTION.budget, EVICTION.budget]);
    expect(await evictedAt(world)).toBe(30_000);
    expect(waits(world)).toHaveLength(1);
  });

  it('of a stale budget waits as long as the server says', async () => {
    const world = worldWith([EVICTION.stale]);
    expect(await evictedAt(world)).toBe(10_000);
    expect(waits(world)[0]?.code).toBe('PDB_STALE');
  });

  it('by throttling blames no budget and holds back every eviction', async () => {
    const pods = Array.from({ length: 12 }, (_, index) => aPod(`default/web-${index}`, { ready: false }));
    const world = worldWith([EVICTION.throttled], { pods, budgets: [] });
    let asked = 0;
    world.time.after(999, () => {
      asked = world.requests.length;
    });
    expect(await evictedAt(world)).toBe(1_000);
    expect(asked).toBe(10);
    expect(waits(world)).toEqual([
      { pod: 'default/web-0', code: 'THROTTLED', why: 'Too many requests, please try again later.' },
    ]);
  });

  it.each([
    ['a webhook that is away', EVICTION.webhookAway, 'WEBHOOK_UNAVAILABLE', 1_000],
    ['a webhook that says not now', EVICTION.webhookDenied, 'WEBHOOK_DENIED', 5_000],
    ['a change of leader', EVICTION.leaderChange, 'API_TRANSIENT', 1_000],
    ['a broken connection', EVICTION.reset, 'API_TRANSIENT', 1_000],
    ['a terminating namespace', EVICTION.namespaceTerminating, 'NAMESPACE_TERMINATING', 5_000],
  ])('by %s is tried again', async (_, answer, code, after) => {
    const world = worldWith([answer]);
    expect(await evictedAt(world)).toBe(after);
    expect(waits(world)[0]?.code).toBe(code);
  });

  it('of a terminating namespace ends when the pod vanishes between two looks', async () => {
    const world = worldWith([
      EVICTION.namespaceTerminating,
      EVICTION.namespaceTerminating,
      EVICTION.namespaceTerminating,
    ]);
    world.time.after(7_000, () => {
      world.pods = [];
    });
    expect((await drain(world)).kind).toBe('done');
    expect(tries(world)).toBe(2);
  });

  it.each([EVICTION.conflict, EVICTION.notFound])(
    'means that ours is gone: nothing more is sent (%o)',
    async (answer) => {
      const world = worldWith([answer]);
      world.time.after(300, () =>
        world.replacePod('uid-web-0', (it) => ({
          ...it,
          metadata: { ...it.metadata, uid: 'next' },
          spec: { ...it.spec, nodeName: 'new-1' },
        })),
      );
      expect((await drain(world)).kind).toBe('done');
      expect(tries(world)).toBe(1);
      expect(world.pods.map((it) => it.metadata.uid)).toEqual(['next']);
    },
  );
});

describe('a refusal that stays', () => {
  it('of the rights stops the drain at once', async () => {
    const world = worldWith([EVICTION.forbidden]);
    await expect(drain(world)).rejects.toMatchObject({
      code: 'EvictionForbidden',
      message: expect.stringContaining('User "bot" cannot create'),
    });
    expect(tries(world)).toBe(1);
  });

  it('of the credentials stops with the exit code of a pause', async () => {
    await expect(drain(worldWith([refused(401, 'Unauthorized', 'Unauthorized')]))).rejects.toMatchObject({
      code: 'CredentialsExpired',
      exit: 4,
    });
  });

  it('is told at once while another pod waits for its budget, and ends the drain when that one is gone', async () => {
    const budgets = [
      aBudget('default/api', {
        maxUnavailable: 1,
        selector: { matchLabels: { app: 'api' } },
        status: { disruptionsAllowed: 0 },
      }),
    ];
    const pods = [aPod('default/web-0'), aPod('default/api-0', { owner: alone, labels: { app: 'api' } })];
    const world = worldWith([EVICTION.severalBudgets], { pods, budgets });
    let toldAt = -1;
    world.time.after(20_000, () => {
      toldAt = waits(world).findIndex((it) => it.code === 'PDB_MULTIPLE');
      for (const it of world.budgets) changeBudget(world, it, { disruptionsAllowed: 1 });
    });
    await expect(drain(world)).rejects.toMatchObject({
      code: 'SeveralBudgets',
      message: expect.stringContaining('default/web-0'),
    });
    expect(toldAt).toBeGreaterThanOrEqual(0);
    expect(world.messages.filter((it) => it.code === 'pod-gone').map((it) => it.data)).toMatchObject([
      { pod: 'default/api-0' },
    ]);
  });

  it('of two budgets is seen without asking', async () => {
    const world = worldWith([], { budgets: [aBudget('default/a'), aBudget('default/b')] });
    await expect(drain(world)).rejects.toMatchObject({
      code: 'SeveralBudgets',
      message: expect.stringContaining('default/a, default/b'),
    });
    expect(tries(world)).toBe(0);
  });

  it('of a budget that can never allow one names the sum and what to do', async () => {
    const closed = aBudget('default/web', {
      minAvailable: 1,
      status: { disruptionsAllowed: 0, desiredHealthy: 1, currentHealthy: 1 },
    });
    const world = worldWith([], { budgets: [closed], workloads: webDeployment({ replicas: 1 }) });
    await expect(drain(world)).rejects.toMatchObject({
      code: 'BudgetClosed',
      message: expect.stringContaining('minAvailable 1 asks for 1 healthy of 1 expected'),
      hint: expect.stringContaining('raise the replicas'),
    });
  });

  it('keeps a finished pod nowhere: a closed budget has no say about it', async () => {
    const closed = aBudget('default/web', { maxUnavailable: 0, status: { disruptionsAllowed: 0 } });
    const world = worldWith([], { budgets: [closed], pods: [aPod('default/web-0', { phase: 'Succeeded' })] });
    expect((await drain(world)).kind).toBe('done');
  });
});
