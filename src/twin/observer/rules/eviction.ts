import { controllerOf, type PodObject } from '../../model/object.ts';
import type { World } from '../../model/world.ts';
import { groupOf, holderOf, isStatic, RUN_TAG } from '../marks.ts';
import { type Call, FINE, type Json, type Rule, texts, type Verdict, wrong } from '../rule.ts';

/** A pod is evicted by UID, with its own grace period, once, from a closed node of an old managed group. */
export const eviction = (world: World): Rule => ({
  name: 'eviction',
  judge: (call) => (call.operation === 'k8s:evict pods' ? judgeEviction(world, call) : FINE),
});

function judgeEviction(world: World, { namespace = '', name = '', body }: Call): Verdict {
  const options = (body.deleteOptions ?? {}) as { readonly preconditions?: Json } & Json;
  const uid = options.preconditions?.uid;
  const pod = world.store.get('pods', namespace, name);
  const which = `pod ${namespace}/${name}`;
  return wrong([
    ...texts(
      [uid === undefined, `${which} is evicted whatever its UID is`],
      [options.gracePeriodSeconds !== undefined, `${which} is evicted with a grace period that is not its own`],
    ),
    ...(pod !== undefined && pod.metadata.uid === uid ? whyNotThisPod(world, pod, which) : []),
  ]);
}

function whyNotThisPod(world: World, pod: PodObject, which: string): readonly string[] {
  const node = world.store.get('nodes', undefined, pod.spec.nodeName ?? '');
  const group = world.eks.nodegroups.get(groupOf(node) ?? '');
  const owner = controllerOf(pod)?.kind;
  return texts(
    [pod.metadata.deletionTimestamp !== undefined, `${which} is evicted although it is on its way out`],
    [owner === 'DaemonSet' && pod.status.phase === 'Running', `${which} of a DaemonSet is evicted`],
    [isStatic(pod), `${which} is static and evicted all the same`],
    [
      node !== undefined && node.spec.unschedulable !== true,
      `${which} is evicted from ${pod.spec.nodeName}, which is open`,
    ],
    [group === undefined, `${which} is evicted from ${pod.spec.nodeName}, which is in no managed group`],
    [group?.tags[RUN_TAG] === holderOf(world), `${which} is evicted from ${pod.spec.nodeName} of the new group`],
  );
}
