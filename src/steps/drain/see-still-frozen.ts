import { formatUpdate } from '#domain/drain/resize-update';
import { sinceFreeze } from '#domain/drain/still-frozen';
import { groupGone } from '#domain/nodegroups/group-gone';
import { UpgradeError } from '#errors/upgrade-error';
import type { NodegroupName } from '#ports/eks';
import { isAbsent, type Looked, valueOrWait } from '../answer/value-or-wait.ts';
import type { StepPorts } from '../step.ts';
import type { InputOf } from '../table.ts';

/** Throws when somebody else changes the group while it is drained, naming its latest update; reads only. */
export async function seeStillFrozen(
  { cluster, group, frozenAt }: InputOf<'choose-node'>,
  { eks }: Pick<StepPorts, 'eks'>,
): Promise<Looked<'frozen'>> {
  const of = { clusterName: cluster, nodegroupName: group };
  const answer = await eks.describeNodegroup(of);
  if (isAbsent(answer)) throw groupGone(of, 'EKS does not know it any more');
  const seen = valueOrWait(answer, `describe node group ${group}`);
  if (seen.kind === 'wait') return seen;
  const since = sinceFreeze(seen.value, frozenAt);
  if (since.kind === 'frozen') return { kind: 'value', value: 'frozen' };
  if (since.kind === 'going') throw groupGone(of, since.how);
  throw new UpgradeError(
    'NodeGroupChanged',
    `somebody else changes node group ${group} while it is drained: ${since.how}${await latestUpdate(of, eks)}`,
    {
      hint: `keep them away (a cluster autoscaler?), then retry, which freezes the group anew: aws eks list-updates --name ${cluster} --nodegroup-name ${group}`,
    },
  );
}

/** A help for whoever looks for the culprit; nothing where EKS does not tell. */
async function latestUpdate(
  { clusterName: name, nodegroupName }: NodegroupName,
  eks: StepPorts['eks'],
): Promise<string> {
  const ids = await eks.listUpdates({ name, nodegroupName });
  if (ids.kind !== 'value') return '';
  const answers = await Promise.all(
    ids.value.slice(0, 10).map((updateId) => eks.describeUpdate({ name, nodegroupName, updateId })),
  );
  const updates = answers.flatMap((it) => (it.kind === 'value' ? [it.value] : []));
  const [latest] = updates.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return latest === undefined ? '' : `; its latest is ${formatUpdate(latest)}, asked for at ${latest.createdAt}`;
}
