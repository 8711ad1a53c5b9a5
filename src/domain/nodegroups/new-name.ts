import { UpgradeError } from '#errors/upgrade-error';
import { minorOf } from '../versions/minor.ts';

const LONGEST = 63;

/**
 * The name of the group that takes the place of `old`: `managed-ng-20` → `managed-ng-21`, `web-1-20` → `web-1-21`, else
 * `<old>-1-21`, cut to the 63 characters that EKS takes.
 */
export function newGroupName(old: string, from: string, to: string): string {
  const endings = [`1-${minorOf(from)}`, `${minorOf(from)}`];
  const ending = endings.find(
    (it) => old === it || old.endsWith(`-${it}`) || (old.endsWith(it) && /\D$/.test(old.slice(0, -it.length))),
  );
  if (ending !== undefined)
    return old.slice(0, -ending.length) + (ending.startsWith('1-') ? dashed(to) : `${minorOf(to)}`);
  const suffix = `-${dashed(to)}`;
  return old.slice(0, LONGEST - suffix.length) + suffix;
}

/** Throws when EKS would not take the name, or when it would not be a new group. */
export function assertNewName(name: string, old: string, taken: readonly string[]): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/.test(name))
    throw new UpgradeError(
      'NodeGroupNameUnfit',
      `"${name}" cannot name the node group after ${old}: letters, digits, - and _, at most ${LONGEST}`,
      hintFor(old),
    );
  if (taken.includes(name))
    throw new UpgradeError(
      'NodeGroupNameTaken',
      `"${name}" cannot name the node group after ${old}: it would be used twice`,
      hintFor(old),
    );
}

const hintFor = (old: string) => ({ hint: `name it yourself: --new-group ${old}=<name>` });

const dashed = (version: string): string => version.replaceAll('.', '-');
