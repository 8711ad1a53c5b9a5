import { UpgradeError } from '#errors/upgrade-error';
import type { Nodegroup } from '../eks/nodegroup.ts';
import { minorOf } from '../versions/minor.ts';
import { REPLACES_TAG } from './tags.ts';

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

/** A group that is there already, or the old group of another rotation that the name is meant for. */
export type Taker =
  | { readonly kind: 'group'; readonly group: Nodegroup }
  | { readonly kind: 'rotation'; readonly old: string };

interface Wanted {
  readonly name: string;
  readonly old: string;
  /** Whether the operator named it. */
  readonly chosen: boolean;
}

/** Throws when EKS would not take the name, or when it would not be a new group; `taker` has the name already. */
export function assertNewName({ name, old, chosen }: Wanted, taker: Taker | undefined): void {
  const hint = chosen
    ? `choose another name: --new-group ${old}=<name>`
    : `name it yourself: --new-group ${old}=<name>`;
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/.test(name))
    throw new UpgradeError(
      'NodeGroupNameUnfit',
      `"${name}" cannot name the node group after ${old}: letters, digits, - and _, at most ${LONGEST}`,
      { hint },
    );
  if (taker !== undefined)
    throw new UpgradeError(
      'NodeGroupNameTaken',
      `"${name}" cannot name the node group after ${old}: ${whoTakes(taker)}`,
      { hint },
    );
}

function whoTakes(taker: Taker): string {
  if (taker.kind === 'rotation') return `it would be used twice, the group after ${taker.old} has that name`;
  const { tags, status } = taker.group;
  if (status === 'DELETING') return 'a group of that name is being deleted; when it is gone the name is free';
  const replaces = tags[REPLACES_TAG];
  if (replaces !== undefined) return `a group of that name exists; it was made to replace ${replaces}`;
  return 'a group of that name exists, and it was not made by a run of upgrade';
}

const dashed = (version: string): string => version.replaceAll('.', '-');
