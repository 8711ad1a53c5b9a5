import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';

/** `EACCES`, `ENOENT` …; empty for anything that the system did not say. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** The log of a new run cannot be written: wrong use, because the place is the operator's choice. */
export const unwritable = (path: string, error: unknown): UpgradeError => failed(path, error, ANOTHER_PLACE);

/** The log of a run that has begun cannot be written any more: its place cannot be chosen anew, only mended or moved as a whole. */
export const unwritableNow = (path: string, error: unknown): UpgradeError => failed(path, error, MEND_OR_MOVE);

/** A part of the log is there and cannot be read: no right, a folder in its place, a disk that fails. */
export function unreadable(path: string, error: unknown): UpgradeError {
  return new UpgradeError('LogUnreadable', `the run's log cannot be read at ${path}: ${wordsOf(error)}`, {
    hint: codeOf(error) === 'EISDIR' ? 'a folder is in the place of a file: put the original file back' : READ_HINT,
    exit: EXIT.usage,
    cause: error,
  });
}

function failed(path: string, error: unknown, otherwise: string): UpgradeError {
  return new UpgradeError('LogNotWritable', `the run's log cannot be written at ${path}: ${wordsOf(error)}`, {
    hint: hintFor(error, otherwise),
    exit: EXIT.usage,
    cause: error,
  });
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function hintFor(error: unknown, otherwise: string): string {
  const code = codeOf(error);
  // EPERM means many things; only from link(2) it means a file system without hard links.
  if ((code === 'EPERM' || code === 'ENOTSUP') && (error as { syscall?: unknown }).syscall === 'link')
    return `this file system may not know hard links, which the log needs: ${otherwise}`;
  const mend = HINTS[code];
  if (mend === undefined) return otherwise;
  return otherwise === ANOTHER_PLACE ? `${mend}, or ${otherwise}` : mend;
}

const ANOTHER_PLACE = 'name another folder with --state';
const MEND_OR_MOVE =
  'make that folder writable again, or move the state folder as a whole to where it can be written and name it there with --state';
const READ_HINT = 'give this user the right to read it, or restore it from a copy';

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'make room on this disk',
  EDQUOT: 'make room within the quota',
  EFBIG: 'raise the limit on the size of files for this process (ulimit -f)',
};
