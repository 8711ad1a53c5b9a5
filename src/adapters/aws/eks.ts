import {
  CreateNodegroupCommand,
  DeleteNodegroupCommand,
  DescribeAddonCommand,
  DescribeAddonVersionsCommand,
  DescribeClusterCommand,
  DescribeInsightCommand,
  DescribeNodegroupCommand,
  DescribeUpdateCommand,
  type EKSClient,
  ListAddonsCommand,
  ListInsightsCommand,
  ListNodegroupsCommand,
  ListUpdatesCommand,
  type CreateNodegroupRequest as SdkCreateNodegroupRequest,
  UpdateAddonCommand,
  UpdateClusterVersionCommand,
  UpdateNodegroupConfigCommand,
} from '@aws-sdk/client-eks';
import type { Eks } from '#ports/eks';
import { toAddon, toAddonVersions } from './addon-shape.ts';
import { answered } from './answer.ts';
import { toCluster } from './cluster-shape.ts';
import { toInsight, toInsightSummary } from './insight-shape.ts';
import { toNodegroup } from './nodegroup-shape.ts';
import { once } from './once.ts';
import { allPages } from './pages.ts';
import { required } from './present.ts';
import { toUpdate } from './update-shape.ts';

/** Amazon EKS through the AWS SDK. */
export const createEks = (client: EKSClient): Eks => ({
  ...clusters(client),
  ...nodegroups(client),
  ...addons(client),
  ...insights(client),
});

type Clusters = Pick<Eks, 'describeCluster' | 'updateClusterVersion' | 'listUpdates' | 'describeUpdate'>;

const clusters = (client: EKSClient): Clusters => ({
  describeCluster: (name) =>
    answered(async () => toCluster((await client.send(new DescribeClusterCommand({ name }))).cluster)),
  updateClusterVersion: (request) =>
    answered(async () => toUpdate((await client.send(...once(new UpdateClusterVersionCommand(request)))).update)),
  listUpdates: (of) =>
    answered(() =>
      allPages(async (nextToken) => {
        const page = await client.send(new ListUpdatesCommand({ ...of, ...nextToken }));
        return { items: required(page.updateIds, 'updateIds'), nextToken: page.nextToken };
      }),
    ),
  describeUpdate: (of) => answered(async () => toUpdate((await client.send(new DescribeUpdateCommand(of))).update)),
});

type Nodegroups = Pick<
  Eks,
  'listNodegroups' | 'describeNodegroup' | 'createNodegroup' | 'resizeNodegroup' | 'deleteNodegroup'
>;

const nodegroups = (client: EKSClient): Nodegroups => ({
  listNodegroups: (clusterName) =>
    answered(() =>
      allPages(async (nextToken) => {
        const page = await client.send(new ListNodegroupsCommand({ clusterName, ...nextToken }));
        return { items: required(page.nodegroups, 'nodegroups'), nextToken: page.nextToken };
      }),
    ),
  describeNodegroup: (of) =>
    answered(async () => toNodegroup((await client.send(new DescribeNodegroupCommand(of))).nodegroup)),
  createNodegroup: (request) =>
    // Ours is read-only and takes any AMI type: which ones exist is the service's word, not the SDK's.
    answered(async () =>
      toNodegroup(
        (await client.send(...once(new CreateNodegroupCommand(request as SdkCreateNodegroupRequest)))).nodegroup,
      ),
    ),
  resizeNodegroup: (request) =>
    answered(async () => toUpdate((await client.send(...once(new UpdateNodegroupConfigCommand(request)))).update)),
  deleteNodegroup: (of) =>
    answered(async () => toNodegroup((await client.send(...once(new DeleteNodegroupCommand(of)))).nodegroup)),
});

type Addons = Pick<Eks, 'listAddons' | 'describeAddon' | 'updateAddon' | 'describeAddonVersions'>;

const addons = (client: EKSClient): Addons => ({
  listAddons: (clusterName) =>
    answered(() =>
      allPages(async (nextToken) => {
        const page = await client.send(new ListAddonsCommand({ clusterName, ...nextToken }));
        return { items: required(page.addons, 'addons'), nextToken: page.nextToken };
      }),
    ),
  describeAddon: (of) => answered(async () => toAddon((await client.send(new DescribeAddonCommand(of))).addon)),
  updateAddon: (request) =>
    answered(async () => toUpdate((await client.send(...once(new UpdateAddonCommand(request)))).update)),
  describeAddonVersions: (of) =>
    answered(async () => {
      const infos = await allPages(async (nextToken) => {
        const page = await client.send(new DescribeAddonVersionsCommand({ ...of, ...nextToken }));
        return { items: required(page.addons, 'addons'), nextToken: page.nextToken };
      });
      return toAddonVersions(infos, of.kubernetesVersion);
    }),
});

const insights = (client: EKSClient): Pick<Eks, 'listInsights' | 'describeInsight'> => ({
  listInsights: ({ clusterName, kubernetesVersion }) =>
    answered(async () => {
      const filter = { categories: ['UPGRADE_READINESS' as const], kubernetesVersions: [kubernetesVersion] };
      const found = await allPages(async (nextToken) => {
        const page = await client.send(new ListInsightsCommand({ clusterName, filter, ...nextToken }));
        return { items: required(page.insights, 'insights'), nextToken: page.nextToken };
      });
      return found.map(toInsightSummary);
    }),
  describeInsight: (of) => answered(async () => toInsight((await client.send(new DescribeInsightCommand(of))).insight)),
});
