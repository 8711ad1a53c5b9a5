import type { Effect, RunRecord } from '#engine/record';
import type { Performed } from './performed.ts';
import type { Stay } from './trace.ts';

/** What the records alone do not say. */
export interface Witness {
  readonly performed: ReadonlyMap<string, Performed>;
  /** Number of the record → gate at which the run waited there. */
  readonly gates: ReadonlyMap<number, string>;
  readonly describe: (effect: Effect) => string;
}

/** The records of a walk as stays: one for each effect, wait and gate. `end` is the instant when the walk ended. */
export function staysOf(records: readonly RunRecord[], witness: Witness, end: number): readonly Stay[] {
  const beginnings = records.filter((record, index) => isBeginning(record, records[index - 1]));
  return beginnings.flatMap((record, index) => {
    const to = beginnings[index + 1]?.at ?? end;
    const stay = record.effect === null ? waitAt(record, to, witness) : stepAt(record, record.effect, to, witness);
    return stay === null ? [] : [stay];
  });
}

const isBeginning = (record: RunRecord, before: RunRecord | undefined): boolean =>
  record.state !== before?.state || record.effect?.token !== before.effect?.token;

function stepAt({ state, at }: RunRecord, effect: Effect, to: number, { performed, describe }: Witness): Stay {
  const { writes = [], remarks = [], output } = performed.get(effect.token) ?? {};
  const what = describe(effect);
  return {
    state,
    step: effect.src,
    gate: null,
    what,
    from: at,
    to,
    writes,
    input: effect.input,
    output,
    remarks: [...remarks, ...told(output)],
  };
}

/** Final states and the parking place take no time: they are the ending, not a stay. */
function waitAt(record: RunRecord, to: number, { gates }: Witness): Stay | null {
  const { state, at, seq } = record;
  const gate = gates.get(seq) ?? null;
  if (gate === null && record.timers.length === 0) return null;
  const what = gate === null ? 'wait; nothing is done' : `gate: somebody has to approve before ${gate}`;
  return { state, step: null, gate, what, from: at, to, writes: [], input: undefined, output: undefined, remarks: [] };
}

/** Lines for people that a step gives as part of its output. */
function told(output: unknown): readonly string[] {
  const { differences = [], report = [] } = (output ?? {}) as {
    differences?: readonly string[];
    report?: readonly string[];
  };
  return [...differences, ...report];
}
