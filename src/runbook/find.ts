import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';

const ENDING = /\.ya?ml$/;

/**
 * The file of a runbook. `asked` is the name of a hop among the runbooks of `folder` (`1.20-to-1.21`), or a path: with a
 * slash in it or ending in `.yaml`. An unknown hop is refused, naming those that exist.
 */
export function findRunbook(asked: string, folder: string): string {
  if (isPath(asked)) return resolve(asked);
  const known = knownHops(folder);
  if (known.includes(asked)) return join(folder, `${asked}.yaml`);
  throw new UpgradeError(
    'UnknownHop',
    `there is no runbook for the hop "${asked}"; there is ${known.join(', ') || 'none at all'}`,
    {
      exit: EXIT.usage,
      hint: 'name one of these, or give the path of a runbook file of your own, ending in .yaml',
    },
  );
}

/** The names of the hops in `folder`, oldest first. */
export function knownHops(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return names.map((file) => file.replace(ENDING, '')).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

const isPath = (asked: string): boolean => /[/\\]/.test(asked) || ENDING.test(asked);
