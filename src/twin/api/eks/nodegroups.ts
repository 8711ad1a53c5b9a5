import { fellNodegroup } from '../../controllers/eks/nodegroup-lifecycle.ts';
import { startUpdate } from '../../controllers/eks/updates.ts';
import type { NodegroupState, UpdateState } from '../../model/eks-state.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import { paged, type Request, text } from './paging.ts';
import { invalidParameter, noCluster, noNodegroup, resourceInUse } from './refusals.ts';
import { nodegroupShape, updateShape } from './shapes.ts';
import { once } from './tokens.ts';

export function listNodegroups(world: World, request: Request): WireAnswer {
  const clusterName = text(request, 'clusterName');
  if (clusterName !== world.eks.cluster.name) return noCluster(clusterName);
  return paged(request, 'nodegroups', [...world.eks.nodegroups.keys()].sort(), { clusterName });
}

export const describeNodegroup = (world: World, request: Request): WireAnswer => withGroup(world, request, described);

/** Sizes and labels; the change is an update of the group with an id of its own. */
export function updateNodegroupConfig(world: World, request: Request): WireAnswer {
  return withGroup(world, request, (group) => {
    const about = { clusterName: group.clusterName, nodegroupName: group.nodegroupName };
    return once(
      world,
      'UpdateNodegroupConfig',
      request,
      about,
      () => {
        if (group.status !== 'ACTIVE') {
          return {
            answer: resourceInUse(
              `Nodegroup cannot be updated as it is currently not in Active State${running(world, group)}`,
              about,
            ),
          };
        }
        const why = wrongSizes(group, request);
        if (why !== null) return { answer: invalidParameter(why, about) };
        const update = startUpdate(world, { nodegroupName: group.nodegroupName }, 'ConfigUpdate', paramsOf(request));
        return { answer: updated(update), result: update.id };
      },
      (id) => updated(world.eks.updates.find((it) => it.id === id) as UpdateState),
    );
  });
}

/** The group goes to DELETING; deleting it twice is a conflict. */
export function deleteNodegroup(world: World, request: Request): WireAnswer {
  return withGroup(world, request, (group) => {
    const about = { clusterName: group.clusterName, nodegroupName: group.nodegroupName };
    if (!['ACTIVE', 'DEGRADED', 'CREATE_FAILED', 'DELETE_FAILED'].includes(group.status)) {
      return resourceInUse(
        `Nodegroup ${group.nodegroupName} cannot be deleted: it is in status ${group.status}${running(world, group)}`,
        about,
      );
    }
    group.status = 'DELETING';
    fellNodegroup(world, group);
    return described(group);
  });
}

function withGroup(world: World, request: Request, then: (group: NodegroupState) => WireAnswer): WireAnswer {
  const clusterName = text(request, 'clusterName');
  const name = text(request, 'nodegroupName');
  if (clusterName !== world.eks.cluster.name) return noCluster(clusterName);
  const group = world.eks.nodegroups.get(name);
  return group ? then(group) : noNodegroup(clusterName, name);
}

const described = (group: NodegroupState): WireAnswer => ({ status: 200, body: { nodegroup: nodegroupShape(group) } });
const updated = (update: UpdateState): WireAnswer => ({ status: 200, body: { update: updateShape(update) } });

/** Which update is in the way, when there is one. */
function running(world: World, { nodegroupName }: NodegroupState): string {
  const update = world.eks.updates.find((it) => it.nodegroupName === nodegroupName && it.status === 'InProgress');
  return update ? `: update ${update.id} is in progress` : '';
}

interface ConfigRequest {
  readonly scalingConfig?: Partial<NodegroupState['scalingConfig']>;
  readonly labels?: { readonly addOrUpdateLabels?: object; readonly removeLabels?: readonly string[] };
}

function wrongSizes(group: NodegroupState, request: Request): string | null {
  const { minSize, maxSize, desiredSize } = { ...group.scalingConfig, ...(request as ConfigRequest).scalingConfig };
  if (minSize > desiredSize) return `Minimum capacity ${minSize} can't be greater than desired size ${desiredSize}`;
  return desiredSize > maxSize ? `desired capacity ${desiredSize} can't be greater than max size ${maxSize}` : null;
}

function paramsOf(request: Request): UpdateState['params'] {
  const { scalingConfig, labels } = request as ConfigRequest;
  const values: Readonly<Record<string, string | undefined>> = {
    MinSize: scalingConfig?.minSize?.toString(),
    MaxSize: scalingConfig?.maxSize?.toString(),
    DesiredSize: scalingConfig?.desiredSize?.toString(),
    LabelsToAdd: labels?.addOrUpdateLabels && JSON.stringify(labels.addOrUpdateLabels),
    LabelsToRemove: labels?.removeLabels && JSON.stringify(labels.removeLabels),
  };
  return Object.entries(values).flatMap(([type, value]) => (value === undefined ? [] : [{ type, value }]));
}
