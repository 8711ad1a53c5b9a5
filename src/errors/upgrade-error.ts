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
 * The one error class that is thrown in `src`. The text says what happened and to which object; `code` is stable.
 * Expected outcomes are values, not errors.
 */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
  readonly code: string;
  readonly hint: string | null;
  readonly exit: ExitCode;

  constructor(code: string, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint ?? null;
    this.exit = details.exit ?? EXIT.failed;
  }
}

/** Anything thrown, as a record keeps it. An error that is not ours is a defect of the tool and says so by its code. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof UpgradeError) {
    return { code: thrown.code, message: thrown.message, hint: thrown.hint, cause: textOf(thrown.cause) };
  }
  return { code: 'Defect', message: textOf(thrown) ?? 'unknown error', hint: null, cause: null };
}

function textOf(thrown: unknown): string | null {
  if (thrown === undefined || thrown === null) return null;
  return thrown instanceof Error ? thrown.message : String(thrown);
}
