import type { World } from '../../model/world.ts';
import { groupOf, holderOf, nodesIn } from '../marks.ts';
import { FINE, type Rule, wrong } from '../rule.ts';

/** Before the first eviction in a group its size is frozen and all its nodes are closed. */
export function frozen(world: World): Rule {
  const begun = new Set<string>();
  return {
    name: 'frozen',
    judge: ({ operation, namespace, name = '' }) => {
      if (operation !== 'k8s:evict pods') return FINE;
      const pod = world.store.get('pods', namespace, name);
      const group = groupOf(world.store.get('nodes', undefined, pod?.spec.nodeName ?? ''));
      const key = `${holderOf(world)} ${group}`;
      if (group === undefined || begun.has(key)) return FINE;
      begun.add(key);
      return wrong(whatIsLoose(world, group));
    },
  };
}

function whatIsLoose(world: World, name: string): readonly string[] {
  const group = world.eks.nodegroups.get(name);
  if (group === undefined) return [];
  const { minSize, maxSize, desiredSize } = group.scalingConfig;
  const isFrozen = minSize === desiredSize && maxSize === Math.max(1, desiredSize);
  const open = nodesIn(world, name).filter(({ spec }) => spec.unschedulable !== true);
  return [
    ...(isFrozen ? [] : [`group ${name} is emptied while its size is ${minSize}/${desiredSize}/${maxSize}`]),
    ...open.map(({ metadata }) => `group ${name} is emptied while its node ${metadata.name} is open`),
  ];
}
