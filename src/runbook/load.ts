import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { parseRunbook } from './parse.ts';
import { formatProblem } from './problem.ts';
import type { Runbook } from './runbook.ts';

/** A runbook with the bytes it came from: a run keeps the bytes, so that a later change of the file does not change the run. */
export interface LoadedRunbook {
  readonly runbook: Runbook;
  readonly bytes: string;
}

/** Reads and checks a runbook file. Throws `RunbookInvalid` with every problem, `RunbookUnreadable` when there is no such file. */
export function loadRunbook(file: string): LoadedRunbook {
  const bytes = readRunbook(file);
  return { runbook: runbookFrom(bytes, basename(file)), bytes };
}

/** The runbook in `bytes`; `name` is what the problems call the file. */
export function runbookFrom(bytes: string, name: string): Runbook {
  const parsed = parseRunbook(bytes);
  if (parsed.kind === 'runbook') return parsed.runbook;
  const { problems } = parsed;
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  throw new UpgradeError(
    'RunbookInvalid',
    [`runbook ${name} has ${count}:`, ...problems.map((it) => formatProblem(name, it))].join('\n'),
    {
      exit: EXIT.usage,
      hint: 'the format is described in docs/runbook-format.md',
    },
  );
}

function readRunbook(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UpgradeError('RunbookUnreadable', `runbook ${file} cannot be read: ${(cause as Error).message}`, {
      exit: EXIT.usage,
      hint: 'give the name of a hop such as 1.20-to-1.21, or the path of a runbook file',
      cause,
    });
  }
}
