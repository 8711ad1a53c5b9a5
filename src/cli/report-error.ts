import type { ExitCode } from '#errors/exit-codes';
import { asUpgradeError, type UpgradeError } from '#errors/upgrade-error';
import { errorText } from './render/error-text.ts';
import type { Surroundings } from './surroundings.ts';

/** Tells the operator about an error; gives the exit code. A stack only for defects, and only with UPGRADE_DEBUG=1. */
export function reportError(error: unknown, json: boolean, around: Surroundings): ExitCode {
  const failure = asUpgradeError(error);
  if (json)
    around.out(
      `${JSON.stringify({ code: 'error', level: 'error', data: { ...told(failure), exit: failure.exit } })}\n`,
    );
  else around.err(errorText(failure));
  if (around.env.UPGRADE_DEBUG === '1' && failure.code === 'Defect' && error instanceof Error)
    around.err(`${error.stack ?? ''}\n`);
  return failure.exit;
}

const told = ({ code, message, hint }: UpgradeError) => ({ code, message, hint });
