import { describe, expect, it } from 'vitest';
import { drainNode } from '#steps/drain/drain-node';
import { aBudget } from '../../builders/a-budget.ts';
import { aPod } from '../../builders/a-pod.ts';
import { webDeployment } from '../../builders/a-workload.ts';
import { EVICTION, refused } from '../../builders/drain-answers.ts';
import { aCordonedNode, aGroupNode } from '../../builders/drain-node-object.ts';
import { START } from '../../builders/drain-time.ts';
import { type DrainWorld, drainWorld } from '../../builders/drain-world.ts';

const input = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21', node: 'old-1' };
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
    const it_ = world({ budgets: [exhausted] });
    expect(await drain(it_)).toEqual({
      kind: 'again',
      waitingFor: {
        what: '1 pods to leave node old-1: default/web-0 (budget default/web needs 2 healthy, has 2, allows 0 now)',
        since: START,
        endsWhen: 'budget default/web allows an eviction',
      },
    });
    expect(it_.time.now()).toBe(START + 50_000);
    expect(evictions(it_)).toEqual([]);
  });

  it('evict nobody twice when one was lost in the middle', async () => {
    const it_ = world({ pods: [aPod('default/web-0'), aPod('default/web-1', { ready: false })], stopsAfter: 20_000 });
    const lost = new AbortController();
    it_.time.after(2_000, () => lost.abort('rest'));
    expect((await drain(it_, it_.slice({ signal: lost.signal }))).kind).toBe('again');
    expect(evictions(it_)).toHaveLength(2);
    expect(await drainToTheEnd(it_)).toBe(1);
    expect(evictions(it_)).toHaveLength(2);
  });

  it('issue nothing more once the runner asks for rest', async () => {
    const it_ = world();
    const rest = AbortSignal.abort('rest');
    const result = await drain(it_, it_.slice({ signal: rest }));
    expect(result).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('default/web-0 (its turn is next)') },
    });
    expect(it_.requests).toEqual([]);
    expect(it_.time.now()).toBe(START);
  });

  it('go on waiting when the proof cannot be asked for at the moment', async () => {
    const it_ = world();
    it_.script.set('listPods', [EVICTION.reset, EVICTION.leaderChange, refused(503, 'ServiceUnavailable', 'no')]);
    expect(await drainToTheEnd(it_)).toBe(1);
    expect(it_.requests.filter((request) => request.startsWith('list'))).toHaveLength(4);
  });

  it('wait for stores that do not open yet', async () => {
    const it_ = world();
    it_.script.set('live', [EVICTION.reset, EVICTION.leaderChange]);
    expect(await drainToTheEnd(it_)).toBe(1);
  });
});

describe('a pod that does not go', () => {
  it('parks ten minutes after its grace and names its finalizers', async () => {
    const it_ = world({ pods: [aPod('default/web-0', { finalizers: ['example.com/backup'] })] });
    await expect(drainToTheEnd(it_)).rejects.toMatchObject({
      code: 'PodStuck',
      message: expect.stringMatching(
        /default\/web-0: its grace ended \d+ s ago, finalizers hold it: example.com\/backup/,
      ),
    });
    expect(it_.time.now() - START).toBeGreaterThan(630_000);
    expect(it_.time.now() - START).toBeLessThan(690_000);
    expect(evictions(it_)).toHaveLength(1);
  });
});

describe('a node that cannot be closed', () => {
  it('sees no eviction', async () => {
    const it_ = world({ nodes: [aGroupNode('old-1')] });
    it_.script.set('old-1', [refused(403, 'Forbidden', 'admission webhook "x" denied the request: no cordons')]);
    await expect(drain(it_)).rejects.toMatchObject({ message: expect.stringContaining('no cordons') });
    expect(evictions(it_)).toEqual([]);
  });
});
