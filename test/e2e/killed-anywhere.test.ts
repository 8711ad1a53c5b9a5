import { beforeAll, describe, expect, it } from 'vitest';
import type { RunRecord } from '#engine/record';
import { holderOf, LEASE } from '#steps/cluster/lease';
import { type Deeds, deedsOf, judge } from '../kill/verdict.ts';
import { Rehearsal } from './rehearsal.ts';
import { actOf, worldOf } from './world.ts';

const HOUR = 3_600_000;
/** Each of these tests carries out the whole run some fifty to a hundred times. */
const LONG = 180_000;

let records: readonly RunRecord[];
let undisturbed: Deeds;

beforeAll(async () => {
  const whole = new Rehearsal();
  expect((await whole.start())?.kind).toBe('finished');
  records = await whole.records();
  undisturbed = await deedsIn(whole);
});

const deedsIn = async ({ twin }: Rehearsal): Promise<Deeds> =>
  deedsOf(twin.journal.entries(), await worldOf(twin.ports), []);

/** Kills at every record, before its effect and after it; gives what went differently. */
async function killedAt(kill: { readonly when: 'after' | 'instead-of'; readonly seq: number }): Promise<string[]> {
  const run = new Rehearsal();
  const name = `${kill.when} ${kill.seq}`;
  if ((await run.start(kill)) !== null) return [`${name}: was not killed`];
  const ending = await run.resume();
  const problems = [];
  if (ending?.kind !== 'finished') problems.push(`${name}: ended as ${JSON.stringify(ending).slice(0, 400)}`);
  const deeds = await deedsIn(run);
  problems.push(...judge(undisturbed, deeds).problems, ...broken(run), ...without(deeds));
  return problems.map((it) => `${name}: ${it}`);
}

/** Between two records nothing is lost on the way: whatever is asked for again looks first, or has the same token. */
const without = ({ refused }: Deeds): readonly string[] => (refused === 0 ? [] : [`${refused} requests were refused`]);

/** Safety rules that were broken, in words. */
/** EKS deletes the group, or has deleted it. */
function isGoing({ twin }: Rehearsal, nodegroupName: string): boolean {
  const answer = twin.others.eks.describeNodegroup({ clusterName: 'ekstest', nodegroupName });
  const { nodegroup } = answer.body as { nodegroup?: { status: string } };
  return nodegroup === undefined || nodegroup.status === 'DELETING';
}

const isOf = (node: object, group: string): boolean => JSON.stringify(node).includes(`"${group}"`);

const broken = ({ twin }: Rehearsal) => twin.breaches().map(({ rule, text }) => `${rule}: ${text}`);

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
      problems.push(...broken(run).map((it) => `${seq}: ${it}`));
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
      problems.push(...broken(run).map((it) => `${seq}: ${it}`));
      const later = run.writes().slice(before).map(actOf);
      problems.push(
        ...later
          .filter((act) => /DeleteNodegroup|evict|UpdateClusterVersion|CreateNodegroup/.test(act))
          .map((act) => `${seq}: ${act}`),
      );
      const { nodes } = (await worldOf(run.twin.ports)) as { nodes: readonly object[] };
      // Pods on the nodes of a group that is on its way out would go with it: those stay closed.
      const open = isGoing(run, 'managed-ng-20') ? nodes.filter((it) => !isOf(it, 'managed-ng-20')) : nodes;
      if (/cordoned-by|"unschedulable":true/.test(JSON.stringify(open)))
        problems.push(`${seq}: a cordon of ours stays`);
      const lease = await run.twin.ports.kubernetes.getLease(LEASE);
      if (lease.kind === 'value' && holderOf(lease.value) !== '') problems.push(`${seq}: the Lease is still held`);
    }
    process.stdout.write(`aborts ${records.length - 1}, problems ${problems.length}\n`);
    expect(problems).toEqual([]);
  });
});
