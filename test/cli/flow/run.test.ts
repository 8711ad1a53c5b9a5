import { describe, expect, test } from 'vitest';
import type { Ending } from '#engine/host';
import type { ControlEntry } from '#engine/record';
import type { RunLog } from '#ports/record-log';
import { main } from '../../../src/cli/main.ts';
import { PLACE, PLAN, type Script, type Scripted, scripted } from '../../builders/composition.ts';
import { record } from '../../builders/run-log.ts';
import { type RecordedSurroundings, surroundings } from '../../builders/surroundings.ts';

const atGate = (gate: string, controls: number): Ending => ({
  kind: 'gate',
  record: record({ effect: null, controls }),
  gate,
});
const finished: Ending = { kind: 'finished', record: record() };

/** Stops at both gates; goes on when the entry that opens them is there. */
const twoGates: Script = async (log) => {
  const open = (await controls(log)).map(({ gate }) => gate);
  if (!open.includes('control-plane')) return atGate('control-plane', open.length);
  return open.includes('delete-old-nodes') ? finished : atGate('delete-old-nodes', open.length);
};

async function controls(log: RunLog | undefined): Promise<readonly ControlEntry[]> {
  const entries: ControlEntry[] = [];
  for (let seq = 0; ; seq += 1) {
    const bytes = await log?.control.read(seq);
    if (!bytes) return entries;
    entries.push(JSON.parse(bytes) as ControlEntry);
  }
}

async function upgrade(
  line: string,
  it: Scripted,
  around: RecordedSurroundings,
): Promise<{ exit: number; approved: readonly unknown[] }> {
  const exit = await main(line.split(' '), async () => ({ compose: async () => it.composition }), around);
  const entries = await controls(it.logs.get(PLACE.run));
  return { exit, approved: entries.flatMap(({ verb, gate }) => (verb === 'approve' ? [gate] : [])) };
}

const RUN = 'run 1.20-to-1.21 --cluster ekstest --state /runs';

describe('without a terminal', () => {
  test('a run stops at the first gate with 4 and says what to type', async () => {
    const around = surroundings();
    const it = await scripted(twoGates);
    expect(await upgrade(RUN, it, around)).toEqual({ exit: 4, approved: [] });
    expect(around.printed.out).toContain('upgrade resume 20211109-083038-7f3a --state /runs --yes');
    expect(around.asked).toEqual([]);
  });

  test('--yes passes the first gate, never the delete', async () => {
    const around = surroundings();
    expect(await upgrade(`${RUN} --yes`, await scripted(twoGates), around)).toEqual({
      exit: 4,
      approved: ['control-plane'],
    });
    expect(around.printed.out).toContain('--approve delete-old-nodes');
  });

  test('--yes and --approve delete-old-nodes carry a run to its end', async () => {
    const result = await upgrade(`${RUN} --yes --approve delete-old-nodes`, await scripted(twoGates), surroundings());
    expect(result).toEqual({ exit: 0, approved: ['control-plane', 'delete-old-nodes'] });
  });

  test('the log is said to be local before the run begins', async () => {
    const around = surroundings();
    await upgrade(RUN, await scripted(twoGates), around);
    expect(around.printed.err).toContain('/runs/20211109-083038-7f3a');
    expect(around.printed.err).toContain('shared disk');
  });

  test('-o json ends with one line that has the exit code, whether it can be resumed, and the next command', async () => {
    const around = surroundings();
    await upgrade(`${RUN} -o json`, await scripted(twoGates), around);
    const last = JSON.parse(around.printed.out.trim().split('\n').at(-1) ?? '');
    expect(last).toMatchObject({ code: 'run-ended', data: { ending: 'gate', exit: 4, resumable: true } });
    expect(last.data.next[0]).toContain('upgrade resume');
  });
});

describe('on a terminal', () => {
  const terminal = (...answers: string[]) => surroundings({ terminal: true, answers });

  test('the plan is shown and "yes" starts; the delete asks for the name of the cluster', async () => {
    const around = terminal('yes', 'ekstest');
    const result = await upgrade(RUN, await scripted(twoGates), around);
    expect(result).toEqual({ exit: 0, approved: ['control-plane', 'delete-old-nodes'] });
    expect(around.printed.out).toContain('Upgrade of ekstest from 1.20 to 1.21');
    expect(around.asked).toHaveLength(2);
    expect(around.asked[1]).toContain('cannot be undone');
  });

  test('anything but "yes" starts nothing: no run is made, nothing was changed, exit 3', async () => {
    const around = terminal('y');
    const it = await scripted(twoGates);
    expect((await upgrade(RUN, it, around)).exit).toBe(3);
    expect(it.started).toEqual([]);
    expect(around.printed.err).toContain('nothing was changed');
  });

  test('"yes" does not open the delete gate', async () => {
    expect(await upgrade(RUN, await scripted(twoGates), terminal('yes', 'yes'))).toEqual({
      exit: 4,
      approved: ['control-plane'],
    });
  });

  test('a plan that is blocked starts nothing and asks nothing', async () => {
    const failure = { code: 'ChecksBlock', message: 'too few addresses', hint: null, cause: null };
    const verdict = { kind: 'blocked', at: 'preflight', failure, changedBefore: false } as const;
    const it = await scripted(twoGates, { plan: async () => ({ ...PLAN, verdict }) });
    const around = terminal('yes');
    expect((await upgrade(RUN, it, around)).exit).toBe(3);
    expect(around.asked).toEqual([]);
    expect(it.started).toEqual([]);
  });

  test('an approval from a second terminal answers the question that is being asked', async () => {
    const around = surroundings({ terminal: true, answers: ['yes'] });
    const it = await scripted(twoGates);
    const run = upgrade(RUN, it, around);
    await expect.poll(() => around.asked.length).toBe(2);
    const log = it.logs.get(PLACE.run) as RunLog;
    await it.composition.appendControl(log, { verb: 'approve', gate: 'delete-old-nodes', by: 'ben@other', saw: 0 });
    expect((await run).exit).toBe(0);
  });
});

test('Ctrl-C once asks for a pause in the log, twice ends at once', async () => {
  const around = surroundings();
  let end: (ending: Ending) => void = () => {};
  const driving = new Promise<Ending>((resolve) => {
    end = resolve;
  });
  const it = await scripted(() => driving);
  const run = upgrade(`${RUN} --yes`, it, around);
  await expect.poll(() => it.started.length).toBe(1);
  around.interrupt();
  await expect.poll(async () => (await controls(it.logs.get(PLACE.run))).map(({ verb }) => verb)).toEqual(['pause']);
  expect(around.ended).toEqual([]);
  around.interrupt();
  expect(around.ended).toEqual([4]);
  end({ kind: 'paused', record: record(), by: 'anna@box', why: 'SIGINT' });
  expect((await run).exit).toBe(4);
});

test('a hop that does not start at the version of the cluster is refused with 3', async () => {
  const it = await scripted(twoGates);
  const { openCluster } = it.composition;
  const at122 = {
    ...it.composition,
    openCluster: async (...of: Parameters<typeof openCluster>) => {
      const open = await openCluster(...of);
      return { ...open, cluster: { ...open.cluster, version: '1.22' } };
    },
  };
  const around = surroundings();
  expect((await upgrade(RUN, { ...it, composition: at122 }, around)).exit).toBe(3);
  expect(around.printed.err).toContain('is at 1.22');
});
