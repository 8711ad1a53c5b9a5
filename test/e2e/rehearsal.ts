import { fileURLToPath } from 'node:url';
import { memoryLog } from '#adapters/record-log/memory';
import type { Acceptance } from '#domain/preflight/finding';
import { idOf } from '#engine/author/procedure';
import { decodeRecord } from '#engine/chain';
import { claim } from '#engine/claim';
import { appendControl } from '#engine/control';
import { drive } from '#engine/drive';
import type { Ending } from '#engine/host';
import { readHead } from '#engine/read-log';
import type { RunRecord } from '#engine/record';
import { startRun } from '#engine/start';
import type { Message } from '#messages/message';
import type { RunLog } from '#ports/record-log';
import { blueGreen } from '#procedures/blue-green';
import { loadRunbook } from '#runbook/load';
import { toProcedureInput } from '#runbook/procedure-input';
import type { JournalEntry } from '#twin/journal';
import { loadScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import { openTwin, type Twin } from '#twin/twin';
import { makeHost } from '../../src/compose/host.ts';
import { refuseLostCluster } from '../../src/compose/refuse-lost-lease.ts';
import { isMark } from './world.ts';

const RUN = 'r1';
const TOOL = '0.0.0-test';
export const ekstest = (): Scenario => loadScenario('ekstest');
const loaded = (hop: string) => loadRunbook(fileURLToPath(new URL(`../../runbooks/${hop}.yaml`, import.meta.url)));

/** Thrown by the log in the place of a kill: the runner is gone between two of its acts. */
class Killed extends Error {
  override readonly name = 'Killed';
}

/**
 * When the runner dies: right after record `seq` is durable, when it is about to write `seq` (its effect is done, nobody
 * knows), or right before or after the call that is the `call`th of this runner to change something.
 */
export type Kill =
  | { readonly when: 'after' | 'instead-of'; readonly seq: number }
  | { readonly when: 'before-call' | 'after-call'; readonly call: number };

/** One run of the real procedure with the real steps on a twin of its own, in model time, that can be killed and resumed. */
export class Rehearsal {
  readonly twin: Twin;
  readonly log: RunLog = memoryLog();
  /** What the runner sees of the twin. */
  ports: (ports: Twin['ports']) => Twin['ports'] = (ports) => ports;
  readonly #name: string;
  readonly messages: Message[] = [];
  /** Findings that the operator takes upon him. */
  accepted: readonly Acceptance[] = [];
  /** Called for each state that is entered: what somebody else does to the cluster at that moment. */
  meanwhile: (state: string) => void = () => {};
  readonly #run: string;
  readonly #hop: string;
  #runner = 0;
  #kill: Kill | null = null;
  #die: () => void = () => {};

  /** `twin`: a cluster on which another rehearsal has begun; `name`: what its runners are called; `run`: the run's id. */
  constructor(
    scenario: Scenario = ekstest(),
    twin: Twin = openTwin(scenario),
    name = 'runner',
    run = RUN,
    hop = '1.20-to-1.21',
  ) {
    this.twin = twin;
    this.#name = name;
    this.#run = run;
    this.#hop = hop;
  }

  /** Starts the run and carries it on until it ends, or the kill strikes (null). Gates are approved. */
  async start(kill: Kill | null = null): Promise<Ending | null> {
    return this.#unlessKilled(kill, async () => {
      const { runbook, bytes } = loaded(this.#hop);
      const input = toProcedureInput(runbook, {
        runId: this.#run,
        cluster: this.twin.identity().cluster,
        accepted: this.accepted,
        newNames: {},
        owner: 'somebody@host',
        log: 'memory',
      });
      const header = { hop: this.#hop, target: {}, runbook: bytes, by: 'somebody@host', input };
      const owner = this.#newOwner();
      const started = await startRun(
        this.#mortal(),
        { run: this.#run, procedure: blueGreen, header, tool: TOOL, owner },
        this.twin.time.now(),
      );
      if (started.kind === 'superseded') throw new Error('the log is not empty');
      return this.#drive(started.stored.record, owner);
    });
  }

  /** Claims the run and carries it on. */
  async resume(kill: Kill | null = null, told: { readonly mayRetakeLease?: boolean } = {}): Promise<Ending | null> {
    return this.#unlessKilled(kill, async () => {
      const head = await readHead(this.log);
      const { mayRetakeLease = false } = told;
      if (head !== null)
        await refuseLostCluster(this.ports(this.twin.ports).kubernetes, head.record, {
          log: this.log,
          mayRetake: mayRetakeLease,
        });
      const owner = this.#newOwner();
      const writer = { tool: TOOL, procedure: idOf(blueGreen), owner };
      const claimed = await claim({
        log: this.log,
        time: this.twin.time,
        writer,
        takeOver: 'now',
        liveness: () => 'dead',
      });
      if (claimed.kind === 'over') return { kind: 'finished', record: claimed.record };
      if (claimed.kind !== 'claimed') throw new Error(`not claimed: ${claimed.kind}`);
      return this.#drive(claimed.record, owner, mayRetakeLease);
    });
  }

  /** Nobody runs for this long; the world goes on. */
  async leaveAlone(ms: number): Promise<void> {
    const until = this.twin.time.now() + ms;
    const wait = async () => {
      while (this.twin.time.now() < until) await this.twin.time.until(until);
    };
    await this.twin.time.run(wait());
  }

  async ask(verb: 'abort' | 'pause' | 'retry', saw = 0): Promise<void> {
    await appendControl(this.log, { at: this.twin.time.now(), verb, by: 'somebody@host', saw });
  }

  async records(): Promise<readonly RunRecord[]> {
    const records: RunRecord[] = [];
    for (
      let bytes = await this.log.records.read(0);
      bytes !== null;
      bytes = await this.log.records.read(records.length)
    ) {
      records.push(decodeRecord(bytes, records.length, 'memory'));
    }
    return records;
  }

  /** What was changed, as the twin saw it; refused calls changed nothing. The mark of a runner that resumed is none of the procedure's acts. */
  writes(): readonly JournalEntry[] {
    return this.twin.journal.entries().filter((it) => it.kind === 'write' && it.status < 300 && !isMark(it));
  }

  async #drive(head: RunRecord, owner: string, mayRetakeLease = false): Promise<Ending> {
    const host = makeHost({
      procedure: blueGreen,
      log: this.#mortal(),
      ports: {
        ...this.#mortalPorts(this.ports(this.twin.ports)),
        time: this.twin.time,
        notify: (message) => this.#hear(message),
      },
      tool: TOOL,
      runner: { owner, host: 'host', pid: 1, processStartedAt: null },
      mayRetakeLease,
    });
    let record = head;
    for (;;) {
      const ending = await drive(host, record);
      if (ending.kind !== 'gate') return ending;
      record = ending.record;
      await appendControl(this.log, {
        at: this.twin.time.now(),
        verb: 'approve',
        gate: ending.gate,
        by: 'somebody@host',
        saw: record.seq,
      });
    }
  }

  #hear(message: Message): void {
    this.messages.push(message);
    if (message.code === 'state-entered') this.meanwhile(message.data.state);
  }

  async #unlessKilled(kill: Kill | null, work: () => Promise<Ending>): Promise<Ending | null> {
    this.#kill = kill;
    try {
      const killed = new Promise<never>((_, reject) => {
        this.#die = () => reject(new Killed());
      });
      return await this.twin.time.run(Promise.race([work(), killed]));
    } catch (thrown) {
      if (thrown instanceof Killed) return null;
      throw thrown;
    }
  }

  #mortal(): RunLog {
    const { records } = this.log;
    const create = async (seq: number, bytes: string) => {
      const kill = this.#kill;
      if (kill?.when === 'instead-of' && kill.seq === seq) throw new Killed();
      const answer = await records.create(seq, bytes);
      if (kill?.when === 'after' && kill.seq === seq) throw new Killed();
      return answer;
    };
    return { ...this.log, records: { head: () => records.head(), read: (seq) => records.read(seq), create } };
  }

  /** A runner that is killed in a call never hears of its answer, and does nothing more. */
  #mortalPorts(ports: Twin['ports']): Twin['ports'] {
    const kill = this.#kill;
    if (kill === null || !('call' in kill)) return ports;
    let calls = 0;
    const around = async (act: () => Promise<unknown>): Promise<unknown> => {
      calls += 1;
      if (calls < kill.call) return act();
      if (calls === kill.call && kill.when === 'after-call') await act();
      this.#die();
      return new Promise(() => {});
    };
    return { ...ports, eks: aroundWrites(ports.eks, around), kubernetes: aroundWrites(ports.kubernetes, around) };
  }

  #newOwner(): string {
    this.#runner += 1;
    return `${this.#name}-${this.#runner}`;
  }
}

const WRITES = /^(update|create|delete|resize|patch|evict|take|mark|release)/;

/** The same port; calls that change something go through `around`. */
const aroundWrites = <P extends object>(port: P, around: (act: () => Promise<unknown>) => Promise<unknown>): P =>
  new Proxy(port, {
    get: (target, key) => {
      const own = Reflect.get(target, key) as (...args: readonly unknown[]) => Promise<unknown>;
      if (typeof own !== 'function' || !WRITES.test(String(key))) return own;
      return (...args: readonly unknown[]) => around(() => own.apply(target, [...args]));
    },
  });
