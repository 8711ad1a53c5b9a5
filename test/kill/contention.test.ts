import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRunFolder } from '#adapters/record-log/run-folder';
import { verifyChain } from '#engine/chain';
import { journalOf, notReads } from '../e2e/seen-from-outside.ts';
import { isMark } from '../e2e/world.ts';
import { aStage } from './a-stage.ts';
import { heldAt, killedAt, RESUME, RUN } from './killed.ts';
import type { Stage } from './stage.ts';

const LONG = 180_000;
const MINUTE = 60_000;
/** A run that is done with its first eviction. */
const IN_THE_DRAIN = { kind: 'request', mutating: 7, when: 'after' } as const;

/** The operations of all acts; that a runner marks the Lease is none. */
const acts = async (stage: Stage): Promise<readonly string[]> =>
  notReads(await journalOf(stage.twin))
    .filter((it) => it.status < 300 && !isMark(it))
    .map(({ operation }) => operation)
    .sort();

const ALL = [
  'eks:CreateNodegroup',
  'eks:DeleteNodegroup',
  'eks:UpdateAddon',
  'eks:UpdateAddon',
  'eks:UpdateClusterVersion',
  'k8s:create leases',
  ...Array(8).fill('k8s:evict pods'),
  'k8s:patch leases',
  ...Array(3).fill('k8s:patch nodes'),
];

const laterBy = async (stage: Stage, ms: number): Promise<void> => {
  const { now } = await stage.control<{ now: number }>('GET', 'now');
  await stage.control('POST', 'move', { to: now + ms });
};

it(
  'one of two runners on one run goes on, the other exits 5 and says who has it',
  async () => {
    const stage = await aStage();
    const first = await heldAt(stage, { mutating: 7, when: 'before' });
    const second = await stage.types(RESUME).outcome;
    expect(second).toMatchObject({ exitCode: 5, stdout: '' });
    expect(second.stderr).toMatch(/run \S+ is held: runner [\w-]+ on \S+ \(process \d+\) gave its last sign of life/);
    await stage.control('POST', 'release');
    expect(await first.outcome).toMatchObject({ exitCode: 0 });
    expect(await acts(stage)).toEqual(ALL);
  },
  LONG,
);

it.each([1, 2])(
  'of two resumes at the same instant one finishes the run, the other exits 5 (%i)',
  async () => {
    const stage = await aStage();
    await killedAt(stage, IN_THE_DRAIN);
    const both = await Promise.all([1, 2].map(() => stage.types(RESUME).outcome));
    expect(both.map(({ exitCode }) => exitCode).sort()).toEqual([0, 5]);
    expect(await acts(stage)).toEqual(ALL);
  },
  LONG,
);

it(
  'a second run with another state folder exits 5, names the holder, and changes nothing',
  async () => {
    const stage = await aStage();
    const first = await heldAt(stage, { mutating: 2, when: 'after' });
    const before = await acts(stage);
    const second = await stage.types(RUN, { state: join(stage.folder, 'elsewhere') }).outcome;
    const [run = ''] = await stage.runs();
    expect(second.exitCode).toBe(5);
    expect(second.stderr).toMatch(
      new RegExp(`cluster ekstest is held by run ${run} of \\S+@\\S+; its log is in ${stage.state}`),
    );
    expect(second.stderr).toMatch(/→ .*upgrade (status|resume) \//);
    expect(await acts(stage)).toEqual(before);
    await stage.control('POST', 'release');
    expect(await first.outcome).toMatchObject({ exitCode: 0 });
  },
  LONG,
);

it.each(['the same', 'another'])(
  'of two runs that begin at once, with %s state folder, one holds the cluster, the other exits 5',
  async (folder) => {
    const stage = await aStage();
    const other = folder === 'another' ? { state: join(stage.folder, 'elsewhere') } : {};
    const both = await Promise.all([stage.types(RUN).outcome, stage.types(RUN, other).outcome]);
    expect(both.map(({ exitCode }) => exitCode).sort()).toEqual([0, 5]);
    const loser = both.find(({ exitCode }) => exitCode === 5);
    expect(`${loser?.stdout}${loser?.stderr}`).toMatch(/is held by run|another run holds/);
    expect(await acts(stage)).toEqual(ALL);
  },
  LONG,
);

it(
  'a pause that is asked for while the runner is dead is consumed by the next resume, which exits 4',
  async () => {
    const stage = await aStage();
    await killedAt(stage, IN_THE_DRAIN);
    await laterBy(stage, MINUTE);
    const pause = await stage.types(['pause', '--why', 'lunch']).outcome;
    expect(pause).toMatchObject({ exitCode: 0 });
    expect(pause.stdout).toContain('it will be consumed at the next resume');
    await laterBy(stage, MINUTE);
    const before = await acts(stage);
    const resumed = await stage.types(RESUME).outcome;
    expect(resumed).toMatchObject({ exitCode: 4 });
    expect(resumed.stdout).toContain('lunch');
    expect(await acts(stage)).toEqual(before);
    await laterBy(stage, MINUTE);
    expect(await stage.types(RESUME).outcome).toMatchObject({ exitCode: 0 });
    expect(await acts(stage)).toEqual(ALL);
  },
  LONG,
);

/** The chain of control entries, and what they say, by verb and reason. */
async function controlEntries(stage: Stage): Promise<{ readonly chain: unknown; readonly said: readonly string[] }> {
  const [run = ''] = await stage.runs();
  const { control } = openRunFolder(stage.logOf(run));
  const said: string[] = [];
  for (let bytes = await control.read(0); bytes !== null; bytes = await control.read(said.length)) {
    const { verb, gate = '', why = '' } = JSON.parse(bytes) as { verb: string; gate?: string; why?: string };
    said.push([verb, gate, why].filter((word) => word !== '').join(' '));
  }
  return { chain: await verifyChain(control), said: said.sort() };
}

it(
  'pauses of several people at once, while the runner is dead, are all kept in one chain; one resume answers them all',
  async () => {
    const stage = await aStage();
    await killedAt(stage, IN_THE_DRAIN);
    await laterBy(stage, MINUTE);
    const people = ['ada', 'bob', 'carol', 'dora'];
    const outcomes = await Promise.all(people.map((why) => stage.types(['pause', '--why', why]).outcome));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    expect(await controlEntries(stage)).toEqual({
      chain: { kind: 'intact', entries: 5 },
      said: ['approve control-plane', ...people.map((why) => `pause ${why}`)],
    });
    await laterBy(stage, MINUTE);
    expect(await stage.types(RESUME).outcome).toMatchObject({ exitCode: 4 });
    await laterBy(stage, MINUTE);
    expect(await stage.types(RESUME).outcome).toMatchObject({ exitCode: 0 });
    expect(await acts(stage)).toEqual(ALL);
  },
  LONG,
);

it(
  'entries of several people at once, while the runner is busy, are all kept in one chain and answered',
  async () => {
    const stage = await aStage();
    const run = await heldAt(stage, { mutating: 7, when: 'before' });
    const writers = [['retry'], ['skip'], ['approve', 'control-plane'], ['approve', 'delete-old-nodes']];
    const outcomes = await Promise.all(writers.map((words) => stage.types(words).outcome));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    await stage.control('POST', 'release');
    const { exitCode, stdout, stderr } = await run.outcome;
    expect(exitCode).toBe(0);
    expect(`${stdout}${stderr}`).toMatch(/"?retry"? .*refused|refused.*retry/i);
    // The last approval is the one that the run asked for by itself, if nobody's had opened the gate before.
    const { chain, said } = await controlEntries(stage);
    expect(chain).toMatchObject({ kind: 'intact' });
    expect(said).toEqual(
      expect.arrayContaining(['approve control-plane', 'approve delete-old-nodes', 'retry', 'skip']),
    );
    expect(await acts(stage)).toEqual(ALL);
  },
  LONG,
);
