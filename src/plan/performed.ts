import type { EngineSlice, SliceResult } from '#engine/host';
import type { Effect } from '#engine/record';
import { toFailure } from '#errors/upgrade-error';
import type { Message } from '#messages/message';
import { MESSAGES } from '#messages/registry';
import { effectMemory } from '#steps/answer/effect-memory';
import type { Step, StepPorts } from '#steps/step';
import type { StepName, Steps } from '#steps/table';
import type { JournalEntry } from '#twin/journal';
import type { Write } from './trace.ts';

/** What one effect did, over all its slices. */
export interface Performed {
  readonly writes: Write[];
  readonly remarks: string[];
  output?: unknown;
}

/** What a step says that the reader of a plan has to know; the rest is progress. */
const TOLD: ReadonlySet<Message['code']> = new Set(['addon-kept', 'control-plane-update-adopted', 'eviction-waits']);

/** Carries out effects on the twin's ports and keeps what each one did, by its token. */
export class Performer {
  readonly performed = new Map<string, Performed>();
  readonly #steps: Steps;
  readonly #ports: Pick<StepPorts, 'eks' | 'ec2' | 'kubernetes'>;
  readonly #journal: () => readonly JournalEntry[];
  readonly #remember = effectMemory();

  constructor(
    steps: Steps,
    ports: Pick<StepPorts, 'eks' | 'ec2' | 'kubernetes'>,
    journal: () => readonly JournalEntry[],
  ) {
    this.#steps = steps;
    this.#ports = ports;
    this.#journal = journal;
  }

  describe(effect: Effect): string {
    return this.#stepOf(effect).describe(effect.input);
  }

  async perform(effect: Effect, slice: EngineSlice): Promise<SliceResult> {
    const it = this.#of(effect);
    const from = this.#journal().length;
    const notify = (message: Message) => remark(it, message);
    const { time } = slice;
    const ports = { ...this.#ports, time, notify };
    try {
      const result = await this.#stepOf(effect).run(effect.input, ports, this.#remember(slice, time));
      if (result.kind === 'done') it.output = result.output;
      return result;
    } catch (thrown) {
      it.remarks.push(toFailure(thrown).message);
      throw thrown;
    } finally {
      it.writes.push(
        ...this.#journal()
          .slice(from)
          .filter(changed)
          .map(({ at, operation, parameters }) => ({ at, operation, parameters })),
      );
    }
  }

  #of({ token }: Effect): Performed {
    const known = this.performed.get(token);
    if (known) return known;
    const fresh: Performed = { writes: [], remarks: [] };
    this.performed.set(token, fresh);
    return fresh;
  }

  #stepOf({ src }: Effect): Step<unknown, unknown> {
    return this.#steps[src as StepName] as Step<unknown, unknown>;
  }
}

/** A refused write changed nothing; an eviction that a budget refuses is tried many times. */
const changed = ({ kind, status, by }: JournalEntry): boolean => kind === 'write' && status < 400 && by === undefined;

function remark(it: Performed, message: Message): void {
  if (!TOLD.has(message.code)) return;
  const text = (MESSAGES[message.code].text as (data: Message['data']) => string)(message.data);
  if (!it.remarks.includes(text)) it.remarks.push(text);
}
