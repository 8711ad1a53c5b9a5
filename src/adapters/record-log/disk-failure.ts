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
    hint: hintFor(error),
    exit: EXIT.usage,
    cause: error,
  });
}

function hintFor(error: unknown): string {
  const code = codeOf(error);
  // EPERM means many things; only from link(2) it means a file system without hard links.
  if ((code === 'EPERM' || code === 'ENOTSUP') && (error as { syscall?: unknown }).syscall === 'link') return NO_LINKS;
  return HINTS[code] ?? 'name another folder with --state';
}

const NO_LINKS = 'this file system may not know hard links, which the log needs: name another folder with --state';

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'make room on this disk, then resume; nothing is lost',
  EDQUOT: 'make room within the quota, then resume; nothing is lost',
};
