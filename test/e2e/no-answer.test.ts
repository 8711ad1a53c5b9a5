import { beforeAll, expect, it } from 'vitest';
import type { Twin } from '#twin/twin';
import { Rehearsal } from './rehearsal.ts';

const HOUR = 3_600_000;
const LONG = 180_000;
/** It has no limit on purpose: EKS cannot cancel the update. */
const WAITED_OUT = 'work.controlPlane.updating';

let states: readonly string[];

beforeAll(async () => {
  const whole = new Rehearsal();
  expect((await whole.start())?.kind).toBe('finished');
  const working = (await whole.records()).filter(({ effect }) => effect !== null).map(({ state }) => state);
  states = [...new Set(working)].filter((state) => state !== WAITED_OUT);
});

type Ports = Twin['ports'];
type Call = (...it: readonly unknown[]) => Promise<unknown>;

/** The same ports; while `away` nothing comes back but the page of a proxy. */
function behindProxy({ eks, ec2, kubernetes }: Ports, away: () => boolean): Ports {
  const html = { kind: 'unknown', code: 'Unparsable', message: '<html>502 Bad Gateway</html>' };
  const veiled = <Port extends object>(port: Port): Port => {
    const calls = Object.entries(port).map(([name, call]) => {
      const answer: Call = async (...it) => (away() && name !== 'close' ? html : (call as Call)(...it));
      return [name, answer];
    });
    return Object.fromEntries(calls) as Port;
  };
  return { eks: veiled(eks), ec2: veiled(ec2), kubernetes: veiled(kubernetes) };
}

it('stops at every step within two hours when nothing answers any more, and goes on when it does', {
  timeout: LONG,
}, async () => {
  const problems = [];
  for (const state of states) {
    const run = new Rehearsal();
    let away = false;
    let since = 0;
    run.ports = (ports) => behindProxy(ports, () => away);
    run.meanwhile = (entered) => {
      if (entered !== state || since > 0) return;
      away = true;
      since = run.twin.time.now();
    };
    // The first state is entered before anybody is told.
    away = state === states[0];
    const ending = await run.start();
    if (ending?.kind !== 'parked' && ending?.kind !== 'blocked') problems.push(`${state}: ended as ${ending?.kind}`);
    if (run.twin.time.now() - since > 2 * HOUR && since > 0) problems.push(`${state}: waited too long`);
    if (ending?.kind !== 'parked') continue;
    away = false;
    await run.ask('retry', ending.record.seq);
    const later = await run.resume();
    if (later?.kind !== 'finished') problems.push(`${state}: then ${JSON.stringify(later).slice(0, 300)}`);
  }
  process.stdout.write(`states ${states.length}, problems ${problems.length}\n`);
  expect(states.length).toBeGreaterThan(20);
  expect(problems).toEqual([]);
});
