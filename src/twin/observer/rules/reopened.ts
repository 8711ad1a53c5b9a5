import type { World } from '../../model/world.ts';
import { groupOf } from '../marks.ts';
import { FINE, type Rule, wrongIfDone } from '../rule.ts';

/** No node is opened while its managed group is being deleted: pods that land there would die with it. */
export const reopened = (world: World): Rule => ({
  name: 'reopened',
  judge: ({ operation, name = '', body }) => {
    const node = operation === 'k8s:patch nodes' ? world.store.get('nodes', undefined, name) : undefined;
    const group = world.eks.nodegroups.get(groupOf(node) ?? '');
    if (group?.status !== 'DELETING' || node?.spec.unschedulable !== true || !opens(body.spec)) return FINE;
    return wrongIfDone([`node ${name} is opened while its group ${group.nodegroupName} is being deleted`]);
  },
});

const opens = (spec: unknown): boolean =>
  typeof spec === 'object' && spec !== null && 'unschedulable' in spec && spec.unschedulable !== true;
