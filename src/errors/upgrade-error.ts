import type { FailureCode } from './catalogue/catalogue.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Failure } from './failure.ts';

interface Details {
  /** What to do next: a command to type where there is one. */
  readonly hint?: string;
  /** The exit code when this error ends the command; default 1. */
  readonly exit?: ExitCode;
  readonly cause?: unknown;
}

/**
 * The one error class that is thrown in `src`. The text says what happened and to which object; `code` is stable and has
 * its entry in the catalogue.
 * Expected outcomes are values, not errors.
 */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
  readonly code: FailureCode;
  readonly hint: string | null;
  readonly exit: ExitCode;

  constructor(code: FailureCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint ?? null;
    this.exit = details.exit ?? EXIT.failed;
  }
}

/** Anything thrown, as a record keeps it. */
export function toFailure(thrown: unknown): Failure {
  const { code, message, hint, cause } = asUpgradeError(thrown);
  return { code, message, hint, cause: code === 'Defect' ? null : textOf(cause) };
}

/** Anything thrown, as an error of ours. One that is not ours is a defect of the tool and says so. */
export function asUpgradeError(thrown: unknown): UpgradeError {
  if (thrown instanceof UpgradeError) return thrown;
  const words = textOf(thrown) ?? 'unknown error';
  return new UpgradeError('Defect', `this is a defect of upgrade, not of your cluster: ${words}`, {
    hint: 'the log of a run that was under way is whole: upgrade status shows what to type next; UPGRADE_DEBUG=1 shows where it happened',
    cause: thrown,
  });
}

function textOf(thrown: unknown): string | null {
  if (thrown === undefined || thrown === null) return null;
  return thrown instanceof Error ? thrown.message : String(thrown);
}
