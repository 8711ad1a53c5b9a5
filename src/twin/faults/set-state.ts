import type { WireAnswer } from '../api/answer.ts';
import { takenByNodes } from '../model/addresses.ts';
import type { World } from '../model/world.ts';
import type { SetState } from '../scenario/happening-schema.ts';
import { nothing } from './call-by-somebody.ts';

/** Sets what AWS shows of the cluster, a group, an add-on or a subnet (what is left out stays), or what the caller may do. */
export function setState(world: World, set: SetState): WireAnswer {
  const { eks } = world;
  if ('cluster' in set) {
    Object.assign(eks.cluster, given(set.cluster));
    if (set.cluster.version !== undefined) world.cluster.replaceApiServers(set.cluster.version);
    return DONE;
  }
  if ('nodegroup' in set) {
    const { nodegroup, ...fields } = set;
    return assign(eks.nodegroups.get(nodegroup), fields, `node group ${nodegroup}`);
  }
  if ('addon' in set) {
    const { addon, ...fields } = set;
    return assign(eks.addons.get(addon), fields, `add-on ${addon}`);
  }
  if ('access' in set) {
    world.access = set.access;
    return DONE;
  }
  const subnet = eks.subnets.get(set.subnet);
  const freeWithoutNodes = subnet && set.availableIpAddressCount + takenByNodes(world, subnet);
  return assign(subnet, { freeWithoutNodes }, `subnet ${set.subnet}`);
}

const DONE: WireAnswer = { status: 200, body: {} };

function assign(target: object | undefined, fields: object, name: string): WireAnswer {
  if (target === undefined) return nothing(`there is no ${name}`);
  Object.assign(target, given(fields));
  return DONE;
}

const given = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, it]) => it !== undefined));
