import type { UpdateState } from '../../model/eks-state.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import { paged, type Request, text } from './paging.ts';
import { type About, noAddon, noCluster, noNodegroup, resourceNotFound } from './refusals.ts';
import { updateShape } from './shapes.ts';

/** Updates of the cluster itself, or of the node group or add-on that is named; the newest first. */
export function listUpdates(world: World, request: Request): WireAnswer {
  const about = aboutOf(request);
  const missing = whatIsMissing(world, about);
  if (missing) return missing;
  return paged(
    request,
    'updateIds',
    updatesOf(world, about)
      .map((it) => it.id)
      .reverse(),
    about,
  );
}

/** An update of a node group or add-on is found only when that is named too. */
export function describeUpdate(world: World, request: Request): WireAnswer {
  const about = aboutOf(request);
  const missing = whatIsMissing(world, about);
  if (missing) return missing;
  const id = text(request, 'updateId');
  const update = updatesOf(world, about).find((it) => it.id === id);
  return update
    ? { status: 200, body: { update: updateShape(update) } }
    : resourceNotFound(`No update found for ID: ${id}.`, about);
}

const updatesOf = (world: World, { nodegroupName, addonName }: About): readonly UpdateState[] =>
  world.eks.updates.filter((it) => it.nodegroupName === nodegroupName && it.addonName === addonName);

function aboutOf(request: Request): About & { readonly clusterName: string } {
  const named = (member: string) => (request[member] ? { [member]: text(request, member) } : {});
  return { clusterName: text(request, 'name'), ...named('nodegroupName'), ...named('addonName') };
}

/** A group that is deleted keeps no updates that could be asked for. */
function whatIsMissing(world: World, { clusterName = '', nodegroupName, addonName }: About): WireAnswer | null {
  if (clusterName !== world.eks.cluster.name) return noCluster(clusterName);
  if (nodegroupName !== undefined && !world.eks.nodegroups.has(nodegroupName))
    return noNodegroup(clusterName, nodegroupName);
  if (addonName !== undefined && !world.eks.addons.has(addonName)) return noAddon(clusterName, addonName);
  return null;
}
