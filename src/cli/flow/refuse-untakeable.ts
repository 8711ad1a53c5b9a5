import type { AskedControl } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import { wrongUse } from '../parse-option.ts';
import { stateInWords } from '../render/phase.ts';
import type { FoundRun } from './find-run.ts';
import { nextSteps } from './next-steps.ts';
import type { RunStatus } from './run-status.ts';

/**
 * Where nobody works on the run and nothing else was asked, what becomes of an entry is known already: one that the next
 * resume would throw away is refused at once (exit 2) and not written.
 */
export async function refuseUntakeable(
  { composition }: Call,
  { head, again }: Pick<FoundRun, 'head' | 'again'>,
  status: RunStatus,
  asked: AskedControl,
): Promise<void> {
  if (status.runner?.alive || status.pending.length > 0) return;
  const decision = await composition.judgeControl(head, asked);
  if (decision.kind !== 'refused') return;
  const what = asked.gate === undefined ? asked.verb : `${asked.verb} ${asked.gate}`;
  throw wrongUse(
    `run ${head.run} cannot take "${what}" now: ${asked.verb === 'approve' ? decision.why : stands(status)}. Nothing was written`,
    [...(WHEN[asked.verb] ?? []), ...nextSteps(status, again)].join('\n'),
  );
}

const WHEN: Partial<Readonly<Record<AskedControl['verb'], readonly string[]>>> = {
  retry: ['retry is for a run that is parked; here:'],
  skip: ['skip is for a run that is parked because workloads do not come back after a node was drained; here:'],
};

function stands({ situation, gate, worked }: RunStatus): string {
  if (situation === 'at-gate') return `it waits for approval before ${gate}`;
  return `it is ${situation} at "${stateInWords(worked)}"`;
}
