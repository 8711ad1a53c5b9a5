import { expect } from 'vitest';
import { type ContractCase, got, one } from '../case.ts';

const OLD = { clusterName: 'ekstest', nodegroupName: 'old' };
const CNI = { clusterName: 'ekstest', addonName: 'vpc-cni' };
const MINUTES = 60_000;

const NEW = {
  clusterName: 'ekstest',
  nodegroupName: 'new',
  scalingConfig: { minSize: 1, maxSize: 4, desiredSize: 2 },
  subnets: ['subnet-a', 'subnet-b'],
  nodeRole: 'arn:aws:iam::111122223333:role/nodes',
  instanceTypes: ['t3.small'],
  amiType: 'AL2_x86_64',
  capacityType: 'ON_DEMAND',
  diskSize: 20,
  labels: { tier: 'web' },
  taints: [{ key: 'mine', effect: 'PREFER_NO_SCHEDULE' }],
  updateConfig: { maxUnavailable: 1 },
  tags: { team: 'platform' },
} as const;

/** Amazon EKS, as https://docs.aws.amazon.com/eks/latest/APIReference/ has it. */
export const eksCases: readonly ContractCase[] = [
  one('the cluster', 'value', ({ eks }) => eks.describeCluster('ekstest')),
  one('a cluster that is missing', '404 ResourceNotFoundException', ({ eks }) => eks.describeCluster('gone')),
  one('the node groups', 'value', ({ eks }) => eks.listNodegroups('ekstest')),
  one('the node groups of a cluster that is missing', '404 ResourceNotFoundException', ({ eks }) =>
    eks.listNodegroups('gone'),
  ),
  one('a node group', 'value', ({ eks }) => eks.describeNodegroup(OLD)),
  one('a node group that is missing', '404 ResourceNotFoundException', ({ eks }) =>
    eks.describeNodegroup({ ...OLD, nodegroupName: 'gone' }),
  ),
  one('the add-ons', 'value', ({ eks }) => eks.listAddons('ekstest')),
  one('an add-on', 'value', ({ eks }) => eks.describeAddon(CNI)),
  one('an add-on that is missing', '404 ResourceNotFoundException', ({ eks }) =>
    eks.describeAddon({ ...CNI, addonName: 'gone' }),
  ),
  one('the versions of an add-on', 'value', ({ eks }) =>
    eks.describeAddonVersions({ addonName: 'vpc-cni', kubernetesVersion: '1.21' }),
  ),
  one('an update that is missing', '404 ResourceNotFoundException', ({ eks }) =>
    eks.describeUpdate({ name: 'ekstest', updateId: '00000000-0000-0000-0000-000000000000' }),
  ),
  one('a jump of two minors', '400 InvalidParameterException', ({ eks }) =>
    eks.updateClusterVersion({ name: 'ekstest', version: '1.22', clientRequestToken: 't' }),
  ),
  {
    name: 'an update of the cluster: the same token gives the same update, another one meets 409, and it ends',
    outcome: ['value', 'value', '409 ResourceInUseException', 'value', 'value', 'value', 'value', 'value'],
    run: async ({ eks, kubernetes, pass }) => {
      const update = { name: 'ekstest', version: '1.21' };
      const started = await eks.updateClusterVersion({ ...update, clientRequestToken: 'token-1' });
      const again = await eks.updateClusterVersion({ ...update, clientRequestToken: 'token-1' });
      const other = await eks.updateClusterVersion({ ...update, clientRequestToken: 'token-2' });
      const running = await eks.describeCluster('ekstest');
      await pass(40 * MINUTES);
      const ended = await eks.describeUpdate({ name: 'ekstest', updateId: got(started).id });
      return [
        started,
        again,
        other,
        running,
        ended,
        await eks.listUpdates({ name: 'ekstest' }),
        await kubernetes.version(),
        await kubernetes.evictionVersion(),
      ];
    },
  },
  {
    name: 'a node group: created, refused under the same name, ACTIVE with its nodes, resized, deleted',
    outcome: [
      'value',
      'value',
      '409 ResourceInUseException',
      'value',
      'value',
      'value',
      'value',
      'value',
      'value',
      '404 ResourceNotFoundException',
    ],
    run: async ({ eks, kubernetes, pass }) => {
      const of = { clusterName: 'ekstest', nodegroupName: 'new' };
      const created = await eks.createNodegroup({ ...NEW, clientRequestToken: 'token-1' });
      const again = await eks.createNodegroup({ ...NEW, clientRequestToken: 'token-1' });
      const other = await eks.createNodegroup({ ...NEW, diskSize: 30, clientRequestToken: 'token-2' });
      await pass(10 * MINUTES);
      const active = await eks.describeNodegroup(of);
      const nodes = await kubernetes.listNodes();
      const resized = await eks.resizeNodegroup({
        ...of,
        scalingConfig: { minSize: 2, maxSize: 2, desiredSize: 2 },
        clientRequestToken: 'token-3',
      });
      await pass(5 * MINUTES);
      const update = await eks.describeUpdate({ name: 'ekstest', nodegroupName: 'new', updateId: got(resized).id });
      const updates = await eks.listUpdates({ name: 'ekstest', nodegroupName: 'new' });
      const deleted = await eks.deleteNodegroup(of);
      await pass(20 * MINUTES);
      return [created, again, other, active, nodes, resized, update, updates, deleted, await eks.describeNodegroup(of)];
    },
  },
  {
    name: 'insights: those of a version, one of them whole, and none of that name',
    outcome: ['value', 'value', '404 ResourceNotFoundException', '404 ResourceNotFoundException'],
    run: async ({ eks }) => {
      const listed = await eks.listInsights({ clusterName: 'ekstest', kubernetesVersion: '1.21' });
      expect(got(listed).map(({ id, status }) => `${id} ${status}`)).toEqual(['i-1 PASSING', 'i-2 ERROR']);
      const whole = await eks.describeInsight({ clusterName: 'ekstest', id: 'i-2' });
      expect(got(whole).deprecations[0]?.clients).toEqual([{ userAgent: 'a-client/v1', requests: 412 }]);
      return [
        listed,
        whole,
        await eks.describeInsight({ clusterName: 'ekstest', id: 'gone' }),
        await eks.listInsights({ clusterName: 'gone', kubernetesVersion: '1.21' }),
      ];
    },
  },
  {
    name: 'an add-on is updated to a version that fits, and not to one that does not exist',
    outcome: ['400 InvalidParameterException', 'value', 'value', 'value'],
    run: async ({ eks, pass }) => {
      const request = { ...CNI, resolveConflicts: 'PRESERVE' } as const;
      const wrong = await eks.updateAddon({
        ...request,
        addonVersion: 'v9.9.9-eksbuild.1',
        clientRequestToken: 'token-1',
      });
      const started = await eks.updateAddon({
        ...request,
        addonVersion: 'v1.10.1-eksbuild.1',
        clientRequestToken: 'token-2',
      });
      await pass(10 * MINUTES);
      const ended = await eks.describeUpdate({
        name: 'ekstest',
        addonName: 'vpc-cni',
        updateId: started.kind === 'value' ? started.value.id : '',
      });
      return [wrong, started, ended, await eks.describeAddon(CNI)];
    },
  },
];
