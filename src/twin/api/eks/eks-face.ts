import type { Journal } from '../../journal.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import type { EksFace } from '../face.ts';
import { describeAddon, describeAddonVersions, listAddons, updateAddon } from './addons.ts';
import { describeCluster, listClusters, updateClusterVersion } from './clusters.ts';
import { createNodegroup } from './create-nodegroup.ts';
import { deleteNodegroup, describeNodegroup, listNodegroups, updateNodegroupConfig } from './nodegroups.ts';
import type { Request } from './paging.ts';
import { accessDenied } from './refusals.ts';
import { describeUpdate, listUpdates } from './updates.ts';

/** The EKS side of the face: rights first, then the operation; every call is noted in the journal. */
export function eksFace(world: World, journal: Journal): EksFace {
  const call =
    (operation: string, kind: 'read' | 'write', act: (world: World, request: Request) => WireAnswer) =>
    (request: Request) => {
      const at = world.time.now();
      const action = `eks:${operation}`;
      const isDenied = world.scenario.access.deniedActions.includes(action);
      // The state changes in place, an answer must not change afterwards.
      const answer = isDenied ? accessDenied(action, world.eks.cluster.arn) : structuredClone(act(world, request));
      if (kind === 'write') world.settle();
      journal.add({ at, operation: action, kind, parameters: request, status: answer.status });
      return answer;
    };
  return {
    describeCluster: call('DescribeCluster', 'read', describeCluster),
    listClusters: call('ListClusters', 'read', listClusters),
    updateClusterVersion: call('UpdateClusterVersion', 'write', updateClusterVersion),
    describeUpdate: call('DescribeUpdate', 'read', describeUpdate),
    listUpdates: call('ListUpdates', 'read', listUpdates),
    listNodegroups: call('ListNodegroups', 'read', listNodegroups),
    describeNodegroup: call('DescribeNodegroup', 'read', describeNodegroup),
    createNodegroup: call('CreateNodegroup', 'write', createNodegroup),
    updateNodegroupConfig: call('UpdateNodegroupConfig', 'write', updateNodegroupConfig),
    deleteNodegroup: call('DeleteNodegroup', 'write', deleteNodegroup),
    listAddons: call('ListAddons', 'read', listAddons),
    describeAddon: call('DescribeAddon', 'read', describeAddon),
    updateAddon: call('UpdateAddon', 'write', updateAddon),
    describeAddonVersions: call('DescribeAddonVersions', 'read', describeAddonVersions),
  };
}
