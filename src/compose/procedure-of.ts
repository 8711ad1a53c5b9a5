import type { Procedure } from '#engine/author/procedure';
import { idOf } from '#engine/author/procedure';
import type { RunRecord } from '#engine/record';
import { endingOf, gateOf, stateOf } from '#engine/state-of';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { blueGreen } from '#procedures/blue-green';
import type { Runbook } from '#runbook/runbook';
import type { PlaceInProcedure } from './composition.ts';

const BY_STRATEGY: Readonly<Record<Runbook['strategy'], Procedure>> = { 'blue-green': blueGreen };

/** The procedure of a strategy. */
export const procedureOf = (strategy: Runbook['strategy']): Procedure => BY_STRATEGY[strategy];

/** The procedure that wrote a record, in whatever version; whether it may go on with it is `may-resume`'s question. */
export function procedureOfRecord({ procedure, tool }: Pick<RunRecord, 'procedure' | 'tool'>): Procedure {
  const name = procedure.split('@')[0];
  const found = Object.values(BY_STRATEGY).find((it) => it.name === name);
  if (found) return found;
  throw new UpgradeError('ProcedureDiffers', `this version does not know the procedure ${procedure}`, {
    hint: `use version ${tool} of upgrade, which wrote the run; known here: ${Object.values(BY_STRATEGY).map(idOf).join(', ')}`,
    exit: EXIT.usage,
  });
}

/** The gate a record waits at, or how it ended the run. */
export function placeOf(record: RunRecord): PlaceInProcedure {
  const snapshot = stateOf(procedureOfRecord(record).machine, record);
  return { gate: gateOf(snapshot), ending: snapshot.status === 'done' ? endingOf(snapshot) : null };
}
