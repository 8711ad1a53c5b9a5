import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';

/** `EACCES`, `ENOENT` …; empty for anything that the system did not say. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** The log cannot be written: wrong use, because the place is the operator's choice. */
export function unwritable(path: string, error: unknown): UpgradeError {
  const words = error instanceof Error ? error.message : String(error);
  return new UpgradeError('LogNotWritable', `the run's log cannot be written at ${path}: ${words}`, {
    hint: HINTS[codeOf(error)] ?? 'name another folder with --state',
    exit: EXIT.usage,
    cause: error,
  });
}

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'make room on this disk, then resume; nothing is lost',
  EDQUOT: 'make room within the quota, then resume; nothing is lost',
  EPERM: 'this file system may not know hard links, which the log needs: name another folder with --state',
  ENOTSUP: 'this file system does not know hard links, which the log needs: name another folder with --state',
};
