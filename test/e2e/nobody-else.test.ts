import { describe, expect, it } from 'vitest';
import type { Ending } from '#engine/host';
import { Rehearsal } from './rehearsal.ts';
import { cordon, deleteGroup, loseNodes, once, resize } from './somebody-else.ts';

const [OLD, NEW] = ['managed-ng-20', 'managed-ng-21'];
const failureOf = (ending: Ending | null) => (ending?.kind === 'parked' ? ending.failure : null);
const count = (run: Rehearsal, operation: string) => run.writes().filter((it) => it.operation === operation).length;
/** Deletes that the run asked for: its own calls carry no mark, so those of somebody else are taken off. */
const deletes = (run: Rehearsal, byOthers = 0) => count(run, 'eks:DeleteNodegroup') - byOthers;

async function runWith(at: string, act: (run: Rehearsal) => void) {
  const run = new Rehearsal();
  once(run, at, () => act(run));
  return { run, ending: await run.start() };
}

describe('the old group is not deleted', () => {
  it('when somebody deletes the new one during the bake', async () => {
    const { run, ending } = await runWith('work.bake', (it) => deleteGroup(it, NEW));
    expect(failureOf(ending)).toMatchObject({
      code: 'ChecksBlock',
      message: expect.stringContaining('REPLACEMENT_NOT_READY managed-ng-21'),
    });
    expect(deletes(run, 1)).toBe(0);
  });

  it('when all new nodes are lost during the bake', async () => {
    const { run, ending } = await runWith('work.bake', (it) => loseNodes(it, NEW));
    expect(failureOf(ending)?.message).toContain('0 of 3 nodes can take pods');
    expect(deletes(run)).toBe(0);
  });

  it('when all new nodes are lost after the checks, right before the request', async () => {
    const { run, ending } = await runWith('work.oldNodes.deleting', (it) => loseNodes(it, NEW));
    expect(failureOf(ending)?.message).toContain('0 of 3 nodes can take pods');
    expect(deletes(run)).toBe(0);
  });

  it('when the new nodes are cordoned; a retry goes on once they are open again', async () => {
    const { run, ending } = await runWith('work.bake', (it) => cordon(it, NEW));
    expect(failureOf(ending)?.message).toContain('it is cordoned');
    expect(deletes(run)).toBe(0);
  });

  it('and the new one is not drained to, when it was scaled to nothing while its nodes joined', async () => {
    const { run, ending } = await runWith('work.newNodes.joining', (it) => resize(it, NEW, 0));
    expect(failureOf(ending)?.message).toContain('UPDATE_IN_FLIGHT managed-ng-21');
    expect(count(run, 'k8s:evict pods')).toBe(0);
  });
});

describe('nobody else may disrupt nodes while the run drains', () => {
  it('a changed size stops the drain, names the update, and a retry freezes the group anew', async () => {
    const { run, ending } = await runWith('work.drain.emptying', (it) => resize(it, OLD, 1));
    expect(failureOf(ending)).toMatchObject({
      code: 'NodeGroupChanged',
      message: expect.stringMatching(/its latest is update \S+ \(ConfigUpdate/),
    });
    expect(deletes(run)).toBe(0);
    await run.leaveAlone(10 * 60_000);
    await run.ask('retry');
    expect((await run.resume())?.kind).toBe('finished');
  });

  it('a size that was changed while nobody ran the drain stops it before the first eviction', async () => {
    const run = new Rehearsal();
    once(run, 'work.drain.emptying', () => void run.ask('pause'));
    expect((await run.start())?.kind).toBe('paused');
    const evictions = count(run, 'k8s:evict pods');
    resize(run, OLD, 4);
    await run.leaveAlone(10 * 60_000);
    expect(failureOf(await run.resume())?.code).toBe('NodeGroupChanged');
    expect(count(run, 'k8s:evict pods')).toBe(evictions);
    await run.ask('retry');
    expect((await run.resume())?.kind).toBe('finished');
    expect(run.twin.breaches()).toEqual([]);
  });

  it.each([
    ['before the new group is designed', 'work.newNodes.designing'],
    ['while the new one grows', 'work.newNodes.growing'],
    ['before the old one is frozen', 'work.drain.surveyingGroup'],
    ['in the middle of the drain', 'work.drain.emptying'],
  ])('a group that somebody deletes %s is named, with the way on', async (_, at) => {
    const { ending } = await runWith(at, (it) => deleteGroup(it, OLD));
    expect(failureOf(ending)).toMatchObject({ code: 'NodeGroupGone', hint: expect.stringContaining('upgrade abort') });
  });

  it('an update of a group by somebody else blocks the drain at its start', async () => {
    const { run, ending } = await runWith('work.drain.rechecking', (it) => resize(it, OLD, 2));
    expect(failureOf(ending)?.message).toContain('UPDATE_IN_FLIGHT managed-ng-20');
    expect(count(run, 'k8s:patch nodes')).toBe(0);
  });
});
