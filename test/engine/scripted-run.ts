import { memoryLog } from '#adapters/record-log/memory';
import { decodeRecord } from '#engine/chain';
import { type Claim, claim } from '#engine/claim';
import { appendControl } from '#engine/control';
import { drive } from '#engine/drive';
import type { Ending, Host } from '#engine/host';
import type { ControlEntry, RunRecord } from '#engine/record';
import { startRun } from '#engine/start';
import type { Message } from '#messages/message';
import type { RunLog } from '#ports/record-log';
import { ModelClock } from './model-clock.ts';
import { scripted } from './scripted-procedure.ts';
import { type Faults, ScriptedWorld } from './scripted-world.ts';

/** One run of the scripted procedure in model time, with everything a test may look at. */
export class ScriptedRun {
  readonly clock = new ModelClock();
  readonly world: ScriptedWorld;
  readonly log: RunLog;
  readonly messages: Message[] = [];
  #runners = 0;

  constructor(faults: Faults = {}, log: RunLog = memoryLog()) {
    this.world = new ScriptedWorld(faults);
    this.log = log;
  }

  host(owner: string, changes: Partial<Host> = {}): Host {
    return {
      procedure: scripted,
      log: this.log,
      time: this.clock,
      notify: (message) => this.messages.push(message),
      tool: '0.1.0',
      runner: { owner, host: 'here', pid: 1, processStartedAt: null },
      perform: (effect, slice) => this.world.perform(effect, slice),
      describe: ({ src }) => src,
      ...changes,
    };
  }

  /** The first runner, from the first record to where `drive` returns. */
  async start(changes: Partial<Host> = {}): Promise<Ending> {
    const host = this.host('runner-0', changes);
    const header = { hop: 'test', target: { cluster: 'test' }, runbook: '', by: 'me@here', input: { version: '1.21' } };
    const run = { run: 'run-1', procedure: scripted, header, tool: host.tool, owner: host.runner.owner };
    const first = await startRun(host.log, run, this.clock.now());
    if (first.kind !== 'ours') throw new Error(`the run was started by ${first.by}`);
    return this.clock.run(drive(host, first.stored.record));
  }

  /** Another runner takes the run over and drives it. */
  async resume(changes: Partial<Host> = {}): Promise<Ending> {
    const host = this.host(`runner-${++this.#runners}`, changes);
    const claimed = await this.claim(host);
    if (claimed.kind === 'over') return { kind: endingKind(claimed.record), record: claimed.record };
    if (claimed.kind !== 'claimed') throw new Error(`not claimed: ${JSON.stringify(claimed)}`);
    return this.clock.run(drive(host, claimed.record));
  }

  claim(host: Host): Promise<Claim> {
    const writer = { tool: host.tool, procedure: 'scripted@1', owner: host.runner.owner };
    return claim({ log: host.log, time: this.clock, writer, takeOver: 'now', liveness: () => 'unknown' });
  }

  /** Goes on, answering gates with an approval and parks with a retry, until the run is over or paused. */
  async toTheEnd(ending: Ending): Promise<Ending> {
    let now = ending;
    for (;;) {
      if (now.kind === 'gate') await this.ask('approve', { gate: now.gate });
      else if (now.kind === 'parked') await this.ask('retry');
      else return now;
      now = await this.resume();
    }
  }

  async ask(verb: ControlEntry['verb'], more: { gate?: string; saw?: number } = {}): Promise<void> {
    const saw = (await this.log.records.head())?.seq ?? 0;
    await appendControl(this.log, { at: this.clock.now(), verb, by: 'ada@desk', saw, ...more });
  }

  async records(): Promise<RunRecord[]> {
    const records: RunRecord[] = [];
    for (let seq = 0; ; seq++) {
      const bytes = await this.log.records.read(seq);
      if (bytes === null) return records;
      records.push(decodeRecord(bytes, seq, this.log.place));
    }
  }
}

const endingKind = ({ state }: RunRecord) => (state === 'aborted' ? 'aborted' : 'finished');

/** The log, with something happening right before or after a record is created. */
export function tappedLog(
  log: RunLog,
  tap: { before?: (seq: number) => void; after?: (seq: number) => Promise<void> },
): RunLog {
  return {
    ...log,
    records: {
      head: () => log.records.head(),
      read: (seq) => log.records.read(seq),
      create: async (seq, bytes) => {
        tap.before?.(seq);
        const answer = await log.records.create(seq, bytes);
        await tap.after?.(seq);
        return answer;
      },
    },
  };
}
