import { beforeAll, describe, expect, it } from 'vitest';
import type { RunRecord } from '#engine/record';
import { type Kill, Rehearsal } from './rehearsal.ts';
import { actOf, tokenOf, worldOf } from './world.ts';

const HOUR = 3_600_000;
/** Each of these tests carries out the whole run some fifty to a hundred times. */
const LONG = 180_000;

let records: readonly RunRecord[];
let acts: readonly string[];
let world: unknown;

beforeAll(async () => {
  const whole = new Rehearsal();
  expect((await whole.start())?.kind).toBe('finished');
  records = await whole.records();
  acts = whole.writes().map(actOf);
  world = await worldOf(whole.twin.ports);
});

/** Kills at every record, before its effect and after it; gives what went differently. */
async function killedAt(kill: Kill): Promise<string[]> {
  const run = new Rehearsal();
  const name = `${kill.when} ${kill.seq}`;
  if ((await run.start(kill)) !== null) return [`${name}: was not killed`];
  const ending = await run.resume();
  const problems = [];
  if (ending?.kind !== 'finished') problems.push(`${name}: ended as ${JSON.stringify(ending).slice(0, 400)}`);
  if (JSON.stringify(await worldOf(run.twin.ports)) !== JSON.stringify(world)) problems.push(`${name}: another world`);
  return [...problems, ...repeated(run).map((act) => `${name}: ${act}`)];
}

/** Acts that were done otherwise than in the undisturbed run, or again with another token. */
function repeated(run: Rehearsal): string[] {
  const tokens = new Map<string, string | null>();
  const problems = [];
  for (const write of run.writes()) {
    const act = actOf(write);
    if (!acts.includes(act)) problems.push(`unknown act ${act}`);
    if (tokens.has(act) && (tokens.get(act) !== tokenOf(write) || tokenOf(write) === null))
      problems.push(`twice: ${act}`);
    tokens.set(act, tokenOf(write));
  }
  for (const act of acts) if (!tokens.has(act)) problems.push(`never: ${act}`);
  return problems;
}

describe('a run of 1.20-to-1.21 on ekstest', () => {
  it('reaches the same end with the same acts when it is killed at any record, before or after its effect', {
    timeout: LONG,
  }, async () => {
    const problems = [];
    let kills = 0;
    for (const { seq } of records.slice(0, -1)) {
      for (const kill of [
        { when: 'after', seq },
        { when: 'instead-of', seq: seq + 1 },
      ] as const) {
        problems.push(...(await killedAt(kill)));
        kills += 1;
      }
    }
    process.stdout.write(`records ${records.length}, kills ${kills}, problems ${problems.length}\n`);
    expect(problems).toEqual([]);
  });

  it('fires no deadline when nobody runs it for eight hours, whichever record it stopped at', {
    timeout: LONG,
  }, async () => {
    const problems = [];
    for (const { seq } of records.slice(0, -1)) {
      const run = new Rehearsal();
      await run.start({ when: 'after', seq });
      await run.leaveAlone(8 * HOUR);
      const ending = await run.resume();
      if (ending?.kind !== 'finished') problems.push(`${seq}: ended as ${JSON.stringify(ending).slice(0, 300)}`);
      for (const { kind, event } of await run.records()) {
        if (kind === 'timer' && event?.type.includes('Deadline')) problems.push(`${seq}: ${event.type}`);
      }
    }
    process.stdout.write(`pauses of eight hours ${records.length - 1}, problems ${problems.length}\n`);
    expect(problems).toEqual([]);
  });

  it('gives back what is its own when it is aborted at any record, deletes nothing, and lets go of the cluster', {
    timeout: LONG,
  }, async () => {
    const problems = [];
    for (const { seq } of records.slice(0, -1)) {
      const run = new Rehearsal();
      await run.start({ when: 'after', seq });
      await run.ask('abort', seq);
      const before = run.writes().length;
      const ending = await run.resume();
      if (ending?.kind !== 'aborted') problems.push(`${seq}: ended as ${ending?.kind}`);
      const later = run.writes().slice(before).map(actOf);
      problems.push(
        ...later
          .filter((act) => /DeleteNodegroup|evict|UpdateClusterVersion|CreateNodegroup/.test(act))
          .map((act) => `${seq}: ${act}`),
      );
      const { nodes, lease } = (await worldOf(run.twin.ports)) as { nodes: unknown; lease: string };
      if (/cordoned-by|"unschedulable":true/.test(JSON.stringify(nodes)))
        problems.push(`${seq}: a cordon of ours stays`);
      if (lease !== 'refused') problems.push(`${seq}: the Lease stays`);
    }
    process.stdout.write(`aborts ${records.length - 1}, problems ${problems.length}\n`);
    expect(problems).toEqual([]);
  });
});
