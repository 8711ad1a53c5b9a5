import type { FindingCode } from '#errors/catalogue/catalogue';
import { listSome } from '#errors/list-some';
import { nodesOfGroup } from '../drain/marks.ts';
import type { Nodegroup } from '../eks/nodegroup.ts';
import { issuesInWords } from '../nodegroups/growth.ts';
import { decideWorth } from '../nodes/worthy.ts';
import { type Concern, defineCheck, type PlannedHop } from './check.ts';
import type { Facts } from './facts.ts';
import { workloadsWorse } from './workloads-worse.ts';

type Seen = Pick<Facts, 'nodegroups' | 'nodes' | 'pods' | 'workloads'>;
type Rotation = PlannedHop['rotations'][number];

/** What may pass by itself within moments: a node that restarts its kubelet, a workload in the middle of a rollout. */
export const SETTLING: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'REPLACEMENT_NOT_READY',
  'WORKLOAD_WORSE_THAN_BEFORE',
]);

/**
 * What takes the place of the old nodes can carry what they carry. Before the drain: the new groups and their nodes;
 * before the delete, after which there is no way back, also the workloads. At the start there is nothing to judge.
 */
export const replacementReady = defineCheck({
  name: 'replacement-ready',
  guards: ['delete-old-nodes', 'drain'],
  needs: ['nodegroups', 'nodes', 'pods', 'workloads'],
  judge: (facts, hop) => {
    if (hop.phase !== 'drain' && hop.phase !== 'delete-old-nodes') return [];
    const groups = hop.rotations.flatMap((it) => judgeGroup(it, facts, hop));
    return hop.phase === 'drain' ? groups : [...groups, ...workloadsWorse(facts, hop)];
  },
});

function judgeGroup(rotation: Rotation, facts: Seen, hop: PlannedHop): readonly Concern[] {
  const object = rotation.new;
  const group = facts.nodegroups.find(({ nodegroupName }) => nodegroupName === object);
  const lacks = group === undefined ? ['EKS does not list it'] : lacksOf(group, rotation, facts, hop);
  if (lacks.length === 0) return [];
  return [
    {
      code: 'REPLACEMENT_NOT_READY',
      severity: 'block',
      object,
      why: `node group ${object}, which takes the place of ${rotation.old}, is not ready for its pods: ${listSome(lacks, '; ', 5)}`,
      whatToDo:
        group === undefined || group.status === 'DELETING'
          ? 'give the run up (upgrade abort) and begin anew: a new run makes a node group again'
          : `keep whoever changes it away until the run has ended, and bring it back: aws eks describe-nodegroup --cluster-name ${hop.cluster} --nodegroup-name ${object}; kubectl get nodes -l eks.amazonaws.com/nodegroup=${object}`,
    },
  ];
}

function lacksOf(group: Nodegroup, { old, asked }: Rotation, facts: Seen, { to }: PlannedHop): readonly string[] {
  const { status, health, scalingConfig, nodegroupName } = group;
  const measure = {
    to,
    groupTaints: group.taints,
    workloads: facts.workloads,
    pods: facts.pods,
    siblings: nodesOfGroup(facts.nodes, old),
  };
  const judged = nodesOfGroup(facts.nodes, nodegroupName).map((node) => ({ node, worth: decideWorth(node, measure) }));
  const worthy = judged.filter(({ worth }) => worth.kind === 'worthy').length;
  const wanted = Math.max(asked ?? 0, scalingConfig.desiredSize);
  const unworthy = judged.flatMap(({ node, worth }) =>
    worth.kind === 'worthy' ? [] : [`${node.metadata.name}: ${worth.why}`],
  );
  return [
    ...(status === 'ACTIVE' && health.length === 0 ? [] : [`it is ${status}${issues(health)}`]),
    ...(asked === undefined || scalingConfig.desiredSize >= asked
      ? []
      : [`somebody set its size to ${scalingConfig.desiredSize}; this run asked for ${asked}`]),
    ...(worthy >= wanted ? [] : [`${worthy} of ${wanted} nodes can take pods`, ...unworthy]),
  ];
}

const issues = (health: Nodegroup['health']): string => (health.length === 0 ? '' : `: ${issuesInWords(health)}`);
