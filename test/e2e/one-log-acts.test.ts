import { describe, expect, it } from 'vitest';
import type { RunLog } from '#ports/record-log';
import { LEASE } from '#steps/cluster/lease';
import { FENCE } from '#steps/cluster/lease-fence';
import { Rehearsal } from './rehearsal.ts';
import { actOf, isMark } from './world.ts';

const LONG = 60_000;
const REFUSED = { exit: 5 };

/** A run that was left behind in the middle of its drain. */
async function stoppedInDrain(): Promise<Rehearsal> {
  const whole = new Rehearsal();
  await whole.start();
  const seq = (await whole.records()).find(({ state }) => state === 'work.drain.emptying')?.seq ?? 0;
  const run = new Rehearsal();
  expect(await run.start({ when: 'after', seq })).toBeNull();
  return run;
}

async function copied(from: RunLog, to: RunLog): Promise<void> {
  for (const part of ['records', 'control'] as const) {
    for (let seq = 0; ; seq += 1) {
      const bytes = await from[part].read(seq);
      if (bytes === null) break;
      await to[part].create(seq, bytes);
    }
  }
}

/** The same run on the same cluster with a copy of its log, as somebody has who copied the folder to another machine. */
async function copyOf(run: Rehearsal): Promise<Rehearsal> {
  const copy = new Rehearsal(undefined, run.twin, 'copy');
  await copied(run.log, copy.log);
  return copy;
}

async function removeLease({ twin: { face } }: Rehearsal): Promise<void> {
  const at = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', ...LEASE };
  if (face.kubernetes.remove(at, {}).status !== 200) throw new Error('there is no Lease');
}

/** Resumes, which has to be refused with this code; nothing may be changed and nothing recorded. */
async function refused(run: Rehearsal, code: string): Promise<void> {
  const [acts, records] = [run.writes().length, (await run.records()).length];
  await expect(run.resume()).rejects.toMatchObject({ ...REFUSED, code });
  expect(run.writes().slice(acts).map(actOf)).toEqual([]);
  expect(await run.records()).toHaveLength(records);
}

describe('only one log of a run acts on its cluster', { timeout: LONG }, () => {
  it('marks the Lease when it is made, and again when another runner goes on', async () => {
    const run = await stoppedInDrain();
    const mark = async () => {
      const lease = await run.twin.ports.kubernetes.getLease(LEASE);
      return lease.kind === 'value' ? lease.value.metadata.annotations?.[FENCE] : lease;
    };
    expect(await mark()).toMatch(/^\d+ runner-1$/);
    await run.ask('pause', 0);
    await run.resume();
    expect(await mark()).toMatch(/^\d+ runner-1$/); // it was paused before it did anything
    expect((await run.resume())?.kind).toBe('finished');
    const marks = run.twin.journal.entries().filter(isMark);
    expect(marks).toHaveLength(1);
  });

  it('goes on with a copy that nobody else has used', async () => {
    const run = await stoppedInDrain();
    expect((await (await copyOf(run)).resume())?.kind).toBe('finished');
  });

  it('refuses a log whose copy has gone on', async () => {
    const run = await stoppedInDrain();
    const copy = await copyOf(run);
    await copy.resume({ when: 'after', seq: (await run.records()).length + 2 });
    await refused(run, 'LogLeftBehind');
  });

  it('refuses a log whose copy has ended the run', async () => {
    const run = await stoppedInDrain();
    const copy = await copyOf(run);
    await copy.ask('abort', 0);
    expect((await copy.resume())?.kind).toBe('aborted');
    await refused(run, 'LeaseMissing');
  });

  it('refuses a run whose cluster another run has taken meanwhile', async () => {
    const run = await stoppedInDrain();
    await removeLease(run);
    await run.twin.ports.kubernetes.createLease({ ...LEASE, holderIdentity: 'another-run', annotations: {} });
    await refused(run, 'ClusterHeld');
  });

  it('takes a Lease that somebody deleted only when it is told to', async () => {
    const run = await stoppedInDrain();
    await removeLease(run);
    await refused(run, 'LeaseMissing');
    expect((await run.resume(null, { mayRetakeLease: true }))?.kind).toBe('finished');
  });

  it.each([
    ['is deleted', async () => {}, 'LeaseMissing'],
    [
      'becomes that of another run',
      async (run: Rehearsal) =>
        void (await run.twin.ports.kubernetes.createLease({ ...LEASE, holderIdentity: 'r2', annotations: {} })),
      'ClusterHeld',
    ],
    [
      'is marked by a copy',
      async (run: Rehearsal) =>
        void (await run.twin.ports.kubernetes.createLease({
          ...LEASE,
          holderIdentity: 'r1',
          annotations: { [FENCE]: '90 runner-9' },
        })),
      'LogLeftBehind',
    ],
  ])('stops before the delete of the old nodes when the Lease %s while it runs', async (_how, then, code) => {
    const run = new Rehearsal();
    run.meanwhile = (state) => {
      if (state === 'work.bake') void removeLease(run).then(() => then(run));
    };
    await expect(run.start()).rejects.toMatchObject({ ...REFUSED, code });
    expect(
      run
        .writes()
        .map(actOf)
        .filter((act) => act.includes('DeleteNodegroup')),
    ).toEqual([]);
  });

  it('does nothing while the Lease cannot be read, and goes on when it can', async () => {
    const run = await stoppedInDrain();
    let asked = 0;
    run.ports = (ports) => ({
      ...ports,
      kubernetes: {
        ...ports.kubernetes,
        getLease: async (name) => {
          asked += 1;
          if (asked > 4) return ports.kubernetes.getLease(name);
          return { kind: 'unknown', code: 'ETIMEDOUT', message: 'connect ETIMEDOUT' };
        },
      },
    });
    expect((await run.resume())?.kind).toBe('finished');
    expect(asked).toBeGreaterThan(4);
  });
});
