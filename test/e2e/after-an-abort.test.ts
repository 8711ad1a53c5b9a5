import { expect, it } from 'vitest';
import { Rehearsal } from './rehearsal.ts';

const creations = (it: Rehearsal) => it.writes().filter(({ operation }) => operation === 'eks:CreateNodegroup');

const nextAfter = ({ twin }: Rehearsal) => new Rehearsal(undefined, twin, 'runner', 'r2');

/** A run that was aborted as soon as it stood in a state whose name begins so. */
async function abortedIn(state: string): Promise<Rehearsal> {
  const sounding = new Rehearsal();
  await sounding.start();
  const seq = (await sounding.records()).findIndex((it) => it.state.startsWith(state));
  const run = new Rehearsal();
  await run.start({ when: 'after', seq });
  await run.ask('abort');
  expect((await run.resume())?.kind).toBe('aborted');
  return run;
}

it.each(['work.newNodes.growing', 'work.drain.emptying', 'work.bake'])(
  'a run that was aborted in %s can be begun anew: the next one goes on with its node group',
  async (state) => {
    const given = await abortedIn(state);
    expect(creations(given)).toHaveLength(1);
    const next = nextAfter(given);
    expect(await next.start()).toMatchObject({ kind: 'finished' });
    expect(creations(next)).toHaveLength(1);
    expect(next.messages).toContainEqual({
      code: 'node-group-adopted',
      data: { group: 'managed-ng-21', old: 'managed-ng-20', run: 'r1' },
    });
    const groups = await next.twin.ports.eks.listNodegroups('ekstest');
    expect(groups).toEqual({ kind: 'value', value: ['managed-ng-21'] });
  },
);

it('a second abort lists the adopted group as well', async () => {
  const next = nextAfter(await abortedIn('work.drain.emptying'));
  const sounding = nextAfter(await abortedIn('work.drain.emptying'));
  await sounding.start();
  const seq = (await sounding.records()).findIndex((it) => it.state.startsWith('work.drain'));
  await next.start({ when: 'after', seq });
  await next.ask('abort');
  const ending = await next.resume();
  expect(ending?.kind).toBe('aborted');
  const report = (ending as { record: { snapshot: { context: { report: readonly string[] } } } }).record.snapshot
    .context;
  expect(report.report.join('\n')).toContain('node group managed-ng-21 of this run is there');
});
