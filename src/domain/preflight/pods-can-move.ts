import { byUid } from '../drain/budget.ts';
import { CORDONED_AT, nodesOfGroup } from '../drain/marks.ts';
import { belongsTo, workloadOf } from '../drain/owner.ts';
import { isFinished, isTerminating, podName } from '../drain/pod-facts.ts';
import { formatBlocked, selectPods, type Verdict } from '../drain/select-pods.ts';
import type { Node } from '../kubernetes/node.ts';
import type { Pod, PodSpec } from '../kubernetes/pod.ts';
import type { Workload } from '../kubernetes/workload.ts';
import { type Place, selectsPlace } from '../nodes/accepts.ts';
import { placesAfter } from '../nodes/places-after.ts';
import { type Concern, defineCheck } from './check.ts';

type Workloads = ReadonlyMap<string, Workload>;

/** Every pod on a node that will be emptied may be evicted, and what is made in its place can be on a node that is there afterwards. */
export const podsCanMove = defineCheck({
  name: 'pods-can-move',
  guards: ['control-plane', 'drain'],
  needs: ['pods', 'nodes', 'workloads', 'nodegroups'],
  judge: ({ pods, nodes, workloads, nodegroups }, { rotations }) => {
    const known = byUid(workloads);
    const places = placesAfter(nodes, nodegroups, rotations);
    const verdicts = rotations
      .flatMap((it) => nodesOfGroup(nodes, it.old))
      .flatMap((node) => verdictsOn(node, pods, known));
    const bound = verdicts.flatMap((it) => (it.kind === 'evict' ? judgeMove(it.pod, known, places) : []));
    return [...verdicts.flatMap(judgeEviction), ...onePerObject(bound)];
  },
});

function verdictsOn({ metadata }: Node, pods: readonly Pod[], workloads: Workloads): readonly Verdict[] {
  const at = metadata.annotations?.[CORDONED_AT];
  const cordonedAt = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at);
  const there = pods.filter(({ spec }) => spec.nodeName === metadata.name);
  return selectPods(there, { cordonedAt, workloads });
}

// Not to be accepted: the drain would refuse it all the same.
function judgeEviction(verdict: Verdict): readonly Concern[] {
  const { name, namespace } = verdict.pod.metadata;
  return formatBlocked([verdict]).map((why) => ({
    code: 'POD_NOT_EVICTABLE',
    severity: 'block',
    object: podName(verdict.pod),
    why: `the drain of node ${verdict.pod.spec.nodeName} would stop at pod ${why}`,
    whatToDo: `move it to a node that stays, or delete it: kubectl delete pod ${name} -n ${namespace}`,
  }));
}

function judgeMove(pod: Pod, workloads: Workloads, places: readonly Place[]): readonly Concern[] {
  if (isFinished(pod) || isTerminating(pod)) return [];
  // What is made in its place is made from the template of today.
  const spec = workloadOf(pod, workloads)?.spec.template.spec ?? pod.spec;
  if (places.some((it) => selectsPlace(spec, it))) return [];
  const object = belongsTo(pod, workloads);
  const [kind = '', namespace = '', name = ''] = object.split('/');
  return [
    {
      code: 'POD_BOUND_TO_OLD_NODES',
      severity: 'block',
      object,
      why: `pods of ${object} have to be where no node is after the old ones: neither a node that stays nor one of the new groups fits its ${bondsOf(spec)}`,
      whatToDo: `change that first, to labels that the new nodes will have too: kubectl edit ${kind.toLowerCase()} ${name} -n ${namespace}`,
    },
  ];
}

function bondsOf({ nodeSelector = {}, affinity }: PodSpec): string {
  const selected = Object.entries(nodeSelector).map(([key, value]) => `${key}=${value}`);
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const wanted = terms.flatMap(({ matchExpressions = [], matchFields = [] }) =>
    [...matchExpressions, ...matchFields].map(
      ({ key, operator, values = [] }) => `${key} ${operator} ${values.join(', ')}`,
    ),
  );
  return [
    ...(selected.length > 0 ? [`node selector (${selected.join(', ')})`] : []),
    ...(terms.length > 0 ? [`required node affinity (${wanted.join('; ').trim()})`] : []),
  ].join(' and ');
}

const onePerObject = (concerns: readonly Concern[]): readonly Concern[] => [
  ...new Map(concerns.map((it) => [it.object, it] as const)).values(),
];
