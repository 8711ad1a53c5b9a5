import type { Procedure } from '#engine/author/procedure';
import { verifyChain } from '#engine/chain';
import { mayResume } from '#engine/may-resume';
import { readHeader } from '#engine/read-log';
import type { RunRecord } from '#engine/record';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunLog } from '#ports/record-log';
import { STEPS } from './step-table.ts';

/** Throws, naming everything that differs, where this version must not go on with a run on this cluster; the log stays untouched. */
export async function refuseUnfit(
  log: RunLog,
  head: RunRecord,
  procedure: Procedure,
  target: Readonly<Record<string, string>>,
): Promise<void> {
  const [header, chain, control] = await Promise.all([
    readHeader(log),
    verifyChain(log.records),
    verifyChain(log.control),
  ]);
  const decision = mayResume({ head, header, chain, control, procedure, steps: new Set(Object.keys(STEPS)), target });
  if (decision.kind === 'yes') return;
  const [first] = decision.problems;
  const whys = decision.problems.map(({ why }) => `  ${why}`).join('\n');
  throw new UpgradeError(first.code, `run ${head.run} in ${log.place} cannot be resumed here:\n${whys}`, {
    hint: decision.hint,
    exit: EXIT.usage,
  });
}
