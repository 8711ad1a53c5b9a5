import type { World } from '../../model/world.ts';
import type { Access } from '../../scenario/access-schema.ts';
import type { WireAnswer } from '../answer.ts';
import type { Perform } from '../call.ts';
import type { EksFace } from '../face.ts';
import { mayAct } from '../iam.ts';
import { describeAddon, describeAddonVersions, listAddons, updateAddon } from './addons.ts';
import { arnOf } from './arn-of.ts';
import { lackOfCaller } from './callers-rights.ts';
import { describeCluster, listClusters, updateClusterVersion } from './clusters.ts';
import { createNodegroup } from './create-nodegroup.ts';
import { describeInsight, listInsights } from './insights.ts';
import { deleteNodegroup, describeNodegroup, listNodegroups, updateNodegroupConfig } from './nodegroups.ts';
import type { Request } from './paging.ts';
import { accessDenied } from './refusals.ts';
import { describeUpdate, listUpdates } from './updates.ts';

/** The EKS side of the face: rights first, then the operation; `perform` notes each call. `access`: by default the caller's. */
export function eksFace(world: World, perform: Perform, access: () => Access = () => world.access): EksFace {
  const allowed = (operation: string, request: Request): WireAnswer | null => {
    const arn = arnOf(world, operation, request);
    const action = `eks:${operation}`;
    return mayAct(access(), action, arn)
      ? lackOfCaller(world, access(), operation, request)
      : accessDenied(action, arn);
  };
  const call =
    (operation: string, kind: 'read' | 'write', act: (world: World, request: Request) => WireAnswer) =>
    (request: Request) => {
      const action = `eks:${operation}`;
      return perform({ operation: action, kind, parameters: request }, () => {
        // The state changes in place, an answer must not change afterwards.
        const answer = allowed(operation, request) ?? structuredClone(act(world, request));
        if (kind === 'write') world.settle();
        return answer;
      });
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
    listInsights: call('ListInsights', 'read', listInsights),
    describeInsight: call('DescribeInsight', 'read', describeInsight),
  };
}
