import { describe, expect, it } from 'vitest';
import type { Waiting } from '#messages/registry';
import { drainNode } from '#steps/drain/drain-node';
import type { Slice } from '#steps/step';
import { aBudget } from '../../builders/a-budget.ts';
import { aPod } from '../../builders/a-pod.ts';
import { webDeployment } from '../../builders/a-workload.ts';
import { EVICTION, refused } from '../../builders/drain-answers.ts';
import { aCordonedNode, aGroupNode } from '../../builders/drain-node-object.ts';
import { START } from '../../builders/drain-time.ts';
import { type DrainWorld, drainWorld } from '../../builders/drain-world.ts';

const input = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21', node: 'old-1', podAfterGraceMs: 600_000 };
const world = (parts: Parameters<typeof drainWorld>[0] = {}) =>
  drainWorld({ nodes: [aCordonedNode()], workloads: webDeployment(), pods: [aPod('default/web-0')], ...parts });
const drain = (it: DrainWorld, slice = it.slice()) => drainNode.run(input, it.ports, slice);
const evictions = (it: DrainWorld) => it.requests.filter((request) => request.startsWith('evict'));

/** Slice after slice, as the engine gives them. */
async function drainToTheEnd(it: DrainWorld, slices = 100): Promise<number> {
  for (let slice = 1; slice <= slices; slice += 1) if ((await drain(it)).kind === 'done') return slice;
  return Number.POSITIVE_INFINITY;
}

describe('slices', () => {
  it('end in time, saying which pod waits for what, since when, and what would end it', async () => {
    const exhausted = aBudget('default/web', {
      maxUnavailable: 1,
      status: { disruptionsAllowed: 0, currentHealthy: 2 },
    });
    const cluster = world({ budgets: [exhausted] });
    expect(await drain(cluster)).toEqual({
      kind: 'again',
      waitingFor: {
        what: '1 pod to leave node old-1: default/web-0 (budget default/web needs 2 healthy, has 2, allows 0 now)',
        since: START,
        endsWhen: 'budget default/web allows an eviction',
      },
    });
    expect(cluster.time.now()).toBe(START + 50_000);
    expect(evictions(cluster)).toEqual([]);
  });

  it('say what they wait for as soon as they wait, not at their end', async () => {
    const cluster = world({ stopsAfter: 20_000 });
    const said: (readonly [number, string])[] = [];
    const waits: Slice['waits'] = ({ what }) => void said.push([cluster.time.now() - START, what]);
    await drain(cluster, cluster.slice({ waits }));
    expect(said[0]).toEqual([0, expect.stringContaining('1 pod to leave node old-1: default/web-0')]);
    expect(
      said.find(([, what]) => what.includes('its eviction is accepted') || what.includes('terminating'))?.[0],
    ).toBe(0);
  });

  it('say by themselves that a pod is late, once, in whichever of them', async () => {
    const cluster = world({
      pods: [aPod('default/web-0', { deletionTimestamp: new Date(START + 10_000).toISOString() })],
    });
    const said: number[] = [];
    const slices = {
      told: new Map<string, string>(),
      waits: ({ what }: Waiting) => void (what.includes('not confirmed') && said.push(cluster.time.now() - START)),
    };
    await drain(cluster, cluster.slice(slices));
    expect(said[0]).toBe(15_001);
    await drain(cluster, cluster.slice(slices));
    expect(cluster.messages).toMatchObject([{ code: 'eviction-waits', data: { code: 'TERMINATING_LATE' } }]);
  });

  it('evict nobody twice when one was lost in the middle', async () => {
    const cluster = world({
      pods: [aPod('default/web-0'), aPod('default/web-1', { ready: false })],
      stopsAfter: 20_000,
    });
    const lost = new AbortController();
    cluster.time.after(2_000, () => lost.abort('rest'));
    expect((await drain(cluster, cluster.slice({ signal: lost.signal }))).kind).toBe('again');
    expect(evictions(cluster)).toHaveLength(2);
    expect(await drainToTheEnd(cluster)).toBe(1);
    expect(evictions(cluster)).toHaveLength(2);
  });

  it('issue nothing more once the runner asks for rest', async () => {
    const cluster = world();
    const rest = AbortSignal.abort('rest');
    const result = await drain(cluster, cluster.slice({ signal: rest }));
    expect(result).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('default/web-0 (its turn is next)') },
    });
    expect(cluster.requests).toEqual([]);
    expect(cluster.time.now()).toBe(START);
  });

  it('go on waiting when the proof cannot be asked for at the moment', async () => {
    const cluster = world();
    cluster.script.set('listPods', [EVICTION.reset, EVICTION.leaderChange, refused(503, 'ServiceUnavailable', 'no')]);
    expect(await drainToTheEnd(cluster)).toBe(1);
    expect(cluster.requests.filter((request) => request.startsWith('list'))).toHaveLength(4);
  });

  it('wait for stores that do not open yet', async () => {
    const cluster = world();
    cluster.script.set('live', [EVICTION.reset, EVICTION.leaderChange]);
    expect(await drainToTheEnd(cluster)).toBe(1);
  });
});

describe('a pod that does not go', () => {
  it('parks ten minutes after its grace and names its finalizers', async () => {
    const cluster = world({ pods: [aPod('default/web-0', { finalizers: ['example.com/backup'] })] });
    await expect(drainToTheEnd(cluster)).rejects.toMatchObject({
      code: 'PodStuck',
      message: expect.stringMatching(
        /default\/web-0: its grace ended \d+ s ago, finalizers hold it: example.com\/backup/,
      ),
    });
    expect(cluster.time.now() - START).toBeGreaterThan(630_000);
    expect(cluster.time.now() - START).toBeLessThan(690_000);
    expect(evictions(cluster)).toHaveLength(1);
  });
});

describe('a node that cannot be closed', () => {
  it('sees no eviction', async () => {
    const cluster = world({ nodes: [aGroupNode('old-1')] });
    cluster.script.set('old-1', [refused(403, 'Forbidden', 'admission webhook "x" denied the request: no cordons')]);
    await expect(drain(cluster)).rejects.toMatchObject({ message: expect.stringContaining('no cordons') });
    expect(evictions(cluster)).toEqual([]);
  });
});
