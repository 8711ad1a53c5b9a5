import { listSome } from '#errors/list-some';
import { byUid } from '../drain/budget.ts';
import { workloadName, workloadOf } from '../drain/owner.ts';
import { conditionOf, isFinished, isTerminating, podName } from '../drain/pod-facts.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { unreadyWorkloads } from '../nodes/unready-workloads.ts';
import { REMEMBERED } from './bound-findings.ts';
import type { Concern, PlannedHop } from './check.ts';
import type { Facts } from './facts.ts';

type Seen = Pick<Facts, 'nodegroups' | 'pods' | 'workloads'>;

/** How many are named; a finding becomes part of a record. */
const NAMED = 20;

/**
 * The workloads that are worse off than before the run: not ready although they were, or with pods that find no node.
 * One that came after the new nodes was never on the old ones: that it is not ready blocks only when it finds no node.
 */
export function workloadsWorse(facts: Seen, { brokenBefore = [], rotations }: PlannedHop): readonly Concern[] {
  const unplaced = unplacedPods(facts);
  const since = newGroupsMadeAt(facts, rotations);
  const young = new Set(facts.workloads.filter((it) => bornAt(it) > since).map(workloadName));
  const isForgetful = brokenBefore.length >= REMEMBERED;
  const unready = unreadyWorkloads(facts.workloads, facts.pods).filter(
    ({ workload }) => !young.has(workload) && !isForgetful,
  );
  const whys = new Map([...unplaced, ...unready.map(({ workload, why }) => [workload, why] as const)]);
  return [...whys]
    .filter(([workload]) => !brokenBefore.includes(workload))
    .slice(0, NAMED)
    .map(([object, why]) => ({
      code: 'WORKLOAD_WORSE_THAN_BEFORE',
      severity: 'block',
      object,
      why: `${object} is worse off than before the run: ${why}`,
      whatToDo: `find out what it lacks, while the old nodes can still take it back: kubectl describe ${object.split('/')[0]?.toLowerCase()} ${object.split('/')[2]} -n ${object.split('/')[1]}`,
    }));
}

/** By workload, which of its pods no node takes. */
function unplacedPods({ pods, workloads }: Seen): ReadonlyMap<string, string> {
  const known = byUid(workloads);
  const found = new Map<string, string[]>();
  for (const pod of pods.filter(isUnplaced)) {
    const workload = workloadOf(pod, known);
    if (workload === undefined) continue;
    const name = workloadName(workload);
    found.set(name, [...(found.get(name) ?? []), `${podName(pod)} cannot be placed: ${reasonOf(pod)}`]);
  }
  return new Map([...found].map(([name, whys]) => [name, listSome(whys, '; ', 3)]));
}

const isUnplaced = (pod: Pod): boolean =>
  !isFinished(pod) && !isTerminating(pod) && conditionOf(pod, 'PodScheduled')?.status === 'False';

function reasonOf(pod: Pod): string {
  const condition = conditionOf(pod, 'PodScheduled');
  return condition?.message ?? condition?.reason ?? 'no reason given';
}

/** When the first of the new groups was made; never, when none is there. */
function newGroupsMadeAt({ nodegroups }: Seen, rotations: PlannedHop['rotations']): number {
  const made = nodegroups.filter(({ nodegroupName }) => rotations.some((it) => it.new === nodegroupName));
  return Math.min(...made.map(({ createdAt }) => Date.parse(createdAt)));
}

const bornAt = ({ metadata }: Facts['workloads'][number]): number => Date.parse(metadata.creationTimestamp);
