import type { Ending } from '#engine/host';
import { ask } from './ask.ts';
import type { UnderWay } from './drive-to-end.ts';

type AtGate = Extract<Ending, { kind: 'gate' }>;

/** Opens the gate if the operator did or does so now; false when it stays closed. The delete is never opened by `--yes` alone. */
export async function answerGate(it: UnderWay, { gate, record }: AtGate, interrupted: AbortSignal): Promise<boolean> {
  const open = it.approved.has(gate) || (await askPerson(it, gate, record.controls, interrupted));
  if (open === 'elsewhere') return true;
  if (!open) return false;
  it.renderer.notify({ code: 'gate-approved', data: { gate, by: it.call.around.user } });
  await it.call.composition.appendControl(it.log, { verb: 'approve', gate, by: it.call.around.user, saw: record.seq });
  return true;
}

/** Asks on a terminal; an entry in the log from a second terminal answers as well. */
async function askPerson(
  it: UnderWay,
  gate: string,
  controls: number,
  interrupted: AbortSignal,
): Promise<boolean | 'elsewhere'> {
  const { around, options } = it.call;
  if (!around.terminal || options.output === 'json') return false;
  await it.renderer.release();
  const over = new AbortController();
  const signal = AbortSignal.any([interrupted, over.signal]);
  const elsewhere = answeredElsewhere(it, controls, signal);
  try {
    return await Promise.race([ask(around, questionFor(gate, it.cluster), signal), elsewhere]);
  } finally {
    over.abort();
  }
}

async function answeredElsewhere(
  { log }: UnderWay,
  controls: number,
  signal: AbortSignal,
): Promise<'elsewhere' | false> {
  while (!signal.aborted) {
    await log.controlBeyond(controls - 1, signal);
    if (((await log.control.head())?.seq ?? -1) >= controls) return 'elsewhere';
  }
  return false;
}

const questionFor = (gate: string, cluster: string) =>
  gate === 'delete-old-nodes'
    ? {
        text: `The old node groups of ${cluster} are empty. Deleting them cannot be undone.\nType the name of the cluster to delete them, anything else to wait: `,
        yes: (answer: string) => answer === cluster,
      }
    : {
        text: `Start to change ${cluster}? Type yes to start, anything else to wait: `,
        yes: (answer: string) => answer === 'yes',
      };
