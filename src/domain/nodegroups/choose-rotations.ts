import { UpgradeError } from '#errors/upgrade-error';
import { nodesOfGroup } from '../drain/marks.ts';
import type { Nodegroup } from '../eks/nodegroup.ts';
import type { Node } from '../kubernetes/node.ts';
import { minorOf } from '../versions/minor.ts';
import { assertImageExists } from './ami-type.ts';
import { assertNewName, newGroupName, type Taker } from './new-name.ts';
import { REPLACES_TAG, RUN_TAG } from './tags.ts';

interface Wish {
  readonly runId: string;
  readonly from: string;
  readonly to: string;
  /** Old group → name of the new one, where the operator chose it. */
  readonly newNames: Readonly<Record<string, string>>;
}

/** The groups that are behind the target, oldest first, each with the name of the group that takes its place: a new one, or the one that an earlier run has left. */
export function chooseRotations(
  groups: readonly Nodegroup[],
  nodes: readonly Node[],
  wish: Wish,
): readonly { readonly old: string; readonly new: string }[] {
  const behind = groups.filter((group) => isBehind(group, nodes, wish)).sort(oldestFirst);
  assertKnown(Object.keys(wish.newNames), behind);
  const there = groups.filter((group) => !behind.includes(group));
  const takers = new Map<string, Taker>(groups.map((group) => [group.nodegroupName, { kind: 'group', group }]));
  return behind.map((group) => {
    assertImageExists(group, wish.to);
    const old = group.nodegroupName;
    const chosen = wish.newNames[old];
    const replacement = replacementOf(old, there, chosen);
    if (replacement !== undefined) return { old, new: replacement.nodegroupName };
    const name = chosen ?? newGroupName(old, wish.from, wish.to);
    assertNewName({ name, old, chosen: chosen !== undefined }, takers.get(name));
    takers.set(name, { kind: 'rotation', old });
    return { old, new: name };
  });
}

/** The group that an earlier run, given up since, has made to take the place of `old`; another one where the operator names another. */
function replacementOf(old: string, there: readonly Nodegroup[], chosen: string | undefined): Nodegroup | undefined {
  return there
    .filter(({ tags, status }) => tags[REPLACES_TAG] === old && status !== 'DELETING')
    .sort(oldestFirst)
    .find(({ nodegroupName }) => chosen === undefined || nodegroupName === chosen);
}

/** Whether EKS itself says that the group is below the target; false also when it says nothing (a group with an image of its own). */
export function isBehindByVersion(group: Nodegroup, to: string): boolean {
  const minor = minorOf(group.version ?? '');
  return minor !== null && minor < (minorOf(to) ?? 0);
}

function isBehind(group: Nodegroup, nodes: readonly Node[], { to, runId }: Wish): boolean {
  if (group.status === 'DELETING' || group.tags[RUN_TAG] === runId) return false;
  return (
    isBehindByVersion(group, to) ||
    nodesOfGroup(nodes, group.nodegroupName).some(
      (node) => (minorOf(node.status.nodeInfo.kubeletVersion) ?? 0) < (minorOf(to) ?? 0),
    )
  );
}

function oldestFirst(a: Nodegroup, b: Nodegroup): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.nodegroupName < b.nodegroupName ? -1 : 1);
}

function assertKnown(named: readonly string[], behind: readonly Nodegroup[]): void {
  const stranger = named.find((name) => behind.every(({ nodegroupName }) => nodegroupName !== name));
  if (stranger === undefined) return;
  const known = behind.map(({ nodegroupName }) => nodegroupName).join(', ') || 'none';
  throw new UpgradeError(
    'NodeGroupUnknown',
    `--new-group names "${stranger}", which is not rotated (rotated: ${known})`,
    {
      hint: 'name an old node group, or leave the option out',
    },
  );
}
