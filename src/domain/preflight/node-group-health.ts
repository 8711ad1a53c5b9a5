import type { Nodegroup } from '../eks/nodegroup.ts';
import { issuesInWords } from '../nodegroups/growth.ts';
import { type Concern, defineCheck, type PlannedHop } from './check.ts';

/** Every managed node group is well, and those to be replaced are there. A group that this run makes may be on its way. */
export const nodeGroupHealth = defineCheck({
  name: 'node-group-health',
  guards: ['control-plane', 'new-nodes'],
  needs: ['nodegroups'],
  judge: ({ nodegroups }, hop) => [
    ...nodegroups.flatMap((group) => judgeGroup(group, hop)),
    ...hop.rotations.filter(({ old }) => nodegroups.every((it) => it.nodegroupName !== old)).map(gone),
  ],
});

// Nothing of this check is asked after the first delete of the run's own.
function gone({ old }: PlannedHop['rotations'][number]): Concern {
  return {
    code: 'NODE_GROUP_GONE',
    severity: 'block',
    object: old,
    why: `node group ${old}, which this run is to replace, is gone: somebody deleted it`,
    whatToDo: 'upgrade abort, then begin a new run for what is left',
  };
}

function judgeGroup(group: Nodegroup, hop: PlannedHop): readonly Concern[] {
  const { nodegroupName: object, status, health } = group;
  if (isOnItsWay(group, hop)) return [];
  // UPDATING is the matter of the check update-in-flight, which names the update.
  if (health.length === 0 && (status === 'ACTIVE' || status === 'UPDATING')) return [];
  const isGoing = status === 'DELETING';
  const issues = health.length === 0 ? (isGoing ? '' : ': without a health issue') : `: ${issuesInWords(health)}`;
  const named = `--cluster-name ${hop.cluster} --nodegroup-name ${object}`;
  return [
    {
      code: 'NODE_GROUP_UNHEALTHY',
      severity: 'block',
      object,
      why: `node group ${object} is ${status}${issues}`,
      whatToDo: isGoing
        ? `wait until it is gone: aws eks wait nodegroup-deleted ${named}`
        : `mend it first: aws eks describe-nodegroup ${named} --query nodegroup.health`,
    },
  ];
}

function isOnItsWay({ nodegroupName, status, health }: Nodegroup, { rotations }: PlannedHop): boolean {
  if (health.length > 0) return false;
  return status === 'CREATING' && rotations.some((it) => it.new === nodegroupName);
}
