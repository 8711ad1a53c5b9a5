import { expect, it } from 'vitest';
import { memoryLog } from '#adapters/record-log/memory';
import { verifyChain } from '#engine/chain';
import { claim } from '#engine/claim';
import { appendControl } from '#engine/control';
import { drive } from '#engine/drive';
import type { Host } from '#engine/host';
import type { ControlEntry, RunRecord } from '#engine/record';
import { startRun } from '#engine/start';
import { Schedule } from './schedule.ts';
import { scripted } from './scripted-procedure.ts';
import { ScriptedRun } from './scripted-run.ts';

const SCHEDULES = 2_000;
const total = { superseded: 0, lostAnswers: 0, kills: 0, controls: 0, refused: 0, takeOvers: 0 };

/** What one schedule is made of. */
class Chaos {
  readonly run = new ScriptedRun({ nodeTakes: 0 }, memoryLog());
  readonly schedule: Schedule;
  readonly problems: string[] = [];
  #runners = 0;

  constructor(seed: number) {
    this.schedule = new Schedule(seed);
  }

  host(owner: string): Host {
    const { run, schedule } = this;
    const log = schedule.log(run.log, owner, () => total.lostAnswers++);
    // Time is no matter here: whoever waits has waited.
    const time = {
      now: () => run.clock.now(),
      until: async (instant: number) => {
        run.clock.jump(Math.max(0, instant - run.clock.now()));
        return 'due' as const;
      },
    };
    const perform: Host['perform'] = async (effect, slice) => {
      await schedule.turn(owner);
      return run.world.perform(effect, { ...slice, time });
    };
    return run.host(owner, { log, time, perform, notify: () => undefined });
  }

  async start(): Promise<void> {
    const host = this.host('first');
    const header = { hop: 'test', target: {}, runbook: '', by: 'me', input: { version: '1.21' } };
    const first = await startRun(
      this.run.log,
      { run: 'run-1', procedure: scripted, header, tool: '1', owner: 'first' },
      0,
    );
    if (first.kind === 'ours') this.schedule.add('first', this.drive(host, first.stored.record));
  }

  runner(): void {
    const owner = `runner-${++this.#runners}`;
    total.takeOvers++;
    this.schedule.add(owner, this.takeOver(this.host(owner)));
  }

  async takeOver(host: Host): Promise<void> {
    const writer = { tool: '1', procedure: 'scripted@1', owner: host.runner.owner };
    const claimed = await claim({ log: host.log, time: host.time, writer, takeOver: 'now', liveness: () => 'unknown' });
    if (claimed.kind === 'claimed') await this.drive(host, claimed.record);
  }

  async drive(host: Host, head: RunRecord): Promise<void> {
    const ending = await drive(host, head);
    if (ending.kind === 'superseded') total.superseded++;
    if (ending.kind === 'superseded' && ending.by === host.runner.owner)
      this.problems.push(`${ending.by} takes its own write for another's`);
  }

  person(name: string, verbs: readonly ControlEntry['verb'][], gate?: string): void {
    const log = this.schedule.log(this.run.log, name, () => total.lostAnswers++);
    const work = async () => {
      for (const verb of verbs) {
        await appendControl(log, {
          at: this.run.clock.now(),
          verb,
          by: name,
          saw: 0,
          ...(verb === 'approve' ? { gate: gate ?? this.gate() } : {}),
        });
      }
    };
    this.schedule.add(name, work());
  }

  gate(): string {
    return this.schedule.random() < 0.5 ? 'change' : 'delete';
  }
}

async function play(seed: number): Promise<Chaos> {
  const chaos = new Chaos(seed);
  const { schedule, run } = chaos;
  await chaos.start();
  chaos.person('ada', ['approve', 'pause', 'approve', 'retry']);
  chaos.person('bob', ['skip', 'approve', 'pause']);
  for (let turns = 0; turns < 5_000; turns++) {
    const went = await schedule.step();
    const runners = schedule.living().filter((it) => it.startsWith('runner') || it === 'first');
    if (runners[0] !== undefined && schedule.random() < 0.01) {
      schedule.kill(runners[0]);
      total.kills++;
    }
    if (schedule.random() < 0.005) chaos.runner();
    if (went || schedule.living().length > 0) continue;
    const last = (await run.records()).at(-1);
    if (last?.state === 'finished') return chaos;
    chaos.person(`carol-${turns}`, ['approve'], last?.state === 'work.confirmChange' ? 'change' : 'delete');
    chaos.runner();
  }
  chaos.problems.push('the run does not come to an end');
  return chaos;
}

/** What must hold whatever happened. */
async function violations({ run, problems }: Chaos): Promise<string[]> {
  const found = [...problems];
  const must = (ok: boolean, what: string) => ok || found.push(what);
  const records = await run.records();
  const pairs = records.slice(1).map((now, index) => ({ now, before: records[index] as RunRecord }));
  must((await verifyChain(run.log.records)).kind === 'intact', 'the chain of records is broken');
  must((await verifyChain(run.log.control)).kind === 'intact', 'the chain of control entries is broken');
  must(
    pairs.every(({ now, before }) => now.owner === before.owner || now.kind === 'claim'),
    'the owner changes without a claim',
  );
  must(
    pairs.every(({ now, before }) => now.controls - before.controls === (now.kind === 'control' ? 1 : 0)),
    'a control entry is skipped or consumed twice',
  );
  const settled = pairs.filter(({ now }) => now.kind === 'step').map(({ before }) => before.effect?.token);
  must(new Set(settled).size === settled.length && !settled.includes(undefined), 'a result counts twice');
  const scheduled = new Set(records.map(({ effect }) => effect?.token));
  must(
    [...run.world.tokens.values()].every((tokens) => [...tokens].every((it) => scheduled.has(it))),
    'an act has no record',
  );
  const acts = [...run.world.tokens].filter(([act]) => !act.startsWith('watch-workloads'));
  must(
    acts.every(([, tokens]) => tokens.size === 1),
    'an act was asked for with two tokens',
  );
  total.controls += records.at(-1)?.controls ?? 0;
  total.refused += records.filter(({ refused }) => refused !== undefined).length;
  return found;
}

it(`keeps every promise of the log in ${SCHEDULES} random schedules of runners and people, with kills and lost answers`, {
  timeout: 240_000,
}, async () => {
  const failures: string[] = [];
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    const found = await violations(await play(seed));
    failures.push(...found.map((it) => `seed ${seed}: ${it}`));
  }
  expect(failures).toEqual([]);
  expect(total.superseded).toBeGreaterThan(SCHEDULES / 4);
  expect(total.lostAnswers).toBeGreaterThan(SCHEDULES);
  expect(total.kills).toBeGreaterThan(SCHEDULES / 4);
  expect(total.controls).toBeGreaterThan(SCHEDULES * 5);
  expect(total.refused).toBeGreaterThan(SCHEDULES);
});
