import { EKSClient } from '@aws-sdk/client-eks';
import { describe, expect, it } from 'vitest';
import { createEks } from '#adapters/aws/eks';
import { isCredentialProblem } from '#ports/credential-problem';
import type { Eks } from '#ports/eks';
import { type AwsReply, awsServer, eksReply } from '../../builders/aws-server.ts';

const CLUSTER = {
  name: 'ekstest',
  arn: 'arn:aws:eks:ap-northeast-1:111122223333:cluster/ekstest',
  createdAt: 1_600_000_000.5,
  version: '1.20',
  endpoint: 'https://api.test',
  resourcesVpcConfig: { subnetIds: ['subnet-b', 'subnet-a'], vpcId: 'vpc-1' },
  status: 'ACTIVE',
  certificateAuthority: { data: 'UEVN' },
  platformVersion: null,
  tags: null,
  health: { issues: [] },
  computeConfig: null,
};

const NODEGROUP = {
  nodegroupName: 'old',
  nodegroupArn: 'arn:ng',
  clusterName: 'ekstest',
  createdAt: 1_600_000_000,
  status: 'ACTIVE',
  version: null,
  scalingConfig: { minSize: 1, maxSize: 3, desiredSize: 2 },
  instanceTypes: null,
  subnets: ['subnet-a'],
  nodeRole: 'arn:role',
  labels: null,
  taints: [{ key: 'a', value: null, effect: 'NO_SCHEDULE' }],
  diskSize: null,
  launchTemplate: { id: 'lt-1', name: null, version: '3' },
  resources: { autoScalingGroups: [{ name: 'asg' }], remoteAccessSecurityGroup: null },
  health: { issues: [{ code: 'IamNodeRoleNotFound', message: 'm', resourceIds: null }] },
  tags: { a: 'b' },
};

describe('EKS, read', () => {
  it('turns null into absence and instants into RFC 3339 with milliseconds', async () => {
    const { eks } = await awsServer(({ url }) =>
      eksReply(200, url.includes('node-groups') ? { nodegroup: NODEGROUP } : { cluster: CLUSTER }),
    );
    expect(await eks.describeCluster('ekstest')).toStrictEqual({
      kind: 'value',
      value: {
        name: 'ekstest',
        arn: CLUSTER.arn,
        version: '1.20',
        status: 'ACTIVE',
        endpoint: 'https://api.test',
        createdAt: '2020-09-13T12:26:40.500Z',
        certificateAuthority: 'UEVN',
        subnetIds: ['subnet-b', 'subnet-a'],
        tags: {},
        health: [],
        autoMode: false,
        vpcId: 'vpc-1',
      },
    });
    expect(await eks.describeNodegroup({ clusterName: 'ekstest', nodegroupName: 'old' })).toStrictEqual({
      kind: 'value',
      value: {
        nodegroupName: 'old',
        nodegroupArn: 'arn:ng',
        clusterName: 'ekstest',
        status: 'ACTIVE',
        createdAt: '2020-09-13T12:26:40.000Z',
        scalingConfig: { minSize: 1, maxSize: 3, desiredSize: 2 },
        instanceTypes: [],
        subnets: ['subnet-a'],
        nodeRole: 'arn:role',
        labels: {},
        taints: [{ key: 'a', effect: 'NO_SCHEDULE' }],
        tags: { a: 'b' },
        health: [{ code: 'IamNodeRoleNotFound', message: 'm', resourceIds: [] }],
        autoScalingGroups: ['asg'],
        launchTemplate: { id: 'lt-1', version: '3' },
      },
    });
  });

  it('reads lists to their last page', async () => {
    const { eks } = await awsServer(({ url }) =>
      eksReply(200, url.includes('nextToken=t1') ? { nodegroups: ['c'] } : { nodegroups: ['a', 'b'], nextToken: 't1' }),
    );
    expect(await eks.listNodegroups('ekstest')).toEqual({ kind: 'value', value: ['a', 'b', 'c'] });
  });

  it('gives the versions of an add-on that fit, with the default among them', async () => {
    const version = (addonVersion: string, clusterVersion: string, defaultVersion: boolean) => ({
      addonVersion,
      compatibilities: [{ clusterVersion, platformVersions: ['*'], defaultVersion }],
    });
    const addonVersions = [
      version('v1.9.0', '1.21', false),
      version('v1.7.5', '1.21', true),
      version('v1.6.0', '1.20', true),
    ];
    const { eks } = await awsServer(() => eksReply(200, { addons: [{ addonName: 'vpc-cni', addonVersions }] }));
    expect(await eks.describeAddonVersions({ addonName: 'vpc-cni', kubernetesVersion: '1.21' })).toEqual({
      kind: 'value',
      value: [
        { addonName: 'vpc-cni', addonVersion: 'v1.9.0', defaultVersion: false },
        { addonName: 'vpc-cni', addonVersion: 'v1.7.5', defaultVersion: true },
      ],
    });
  });
});

describe('EKS, changed', () => {
  it('passes the token of the request on and reads the update that comes back', async () => {
    const update = {
      id: 'u1',
      status: 'InProgress',
      type: 'VersionUpdate',
      params: [{ type: 'Version', value: '1.21' }],
      createdAt: 1.5,
      errors: [],
    };
    const { eks, asked } = await awsServer(() => eksReply(200, { update }));
    const answer = await eks.updateClusterVersion({ name: 'ekstest', version: '1.21', clientRequestToken: 'tok' });
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ version: '1.21', clientRequestToken: 'tok' });
    expect(answer).toEqual({ kind: 'value', value: { ...update, createdAt: '1970-01-01T00:00:01.500Z' } });
  });
});

describe('EKS, refusing', () => {
  const answerTo = async (reply: AwsReply) => (await awsServer(() => reply)).eks.describeCluster('ekstest');

  it('keeps status, code and message of the service', async () => {
    expect(
      await answerTo(
        eksReply(
          404,
          { message: 'No cluster found for name: ekstest.', clusterName: null },
          'ResourceNotFoundException',
        ),
      ),
    ).toEqual({
      kind: 'refused',
      status: 404,
      code: 'ResourceNotFoundException',
      message: 'No cluster found for name: ekstest.',
      causes: [],
    });
    expect(await answerTo(eksReply(409, { __type: 'ResourceInUseException', message: 'busy' }))).toMatchObject({
      status: 409,
      code: 'ResourceInUseException',
    });
  });

  it('tells expired credentials from a missing right', async () => {
    const expired = await answerTo(
      eksReply(403, { message: 'The security token included in the request is expired' }, 'ExpiredTokenException'),
    );
    expect(expired).toMatchObject({ kind: 'refused', code: 'ExpiredTokenException' });
    expect(isCredentialProblem(expired)).toBe(true);
    expect(isCredentialProblem(await answerTo(eksReply(403, { message: 'no' }, 'AccessDeniedException')))).toBe(false);
  });

  it.each<[string, AwsReply]>([
    ['an HTML page with status 404', [404, 'text/html', '<html>Not Found</html>']],
    ['an HTML page with status 200', [200, 'text/html', '<html>please log in</html>']],
    ['half a JSON document', [200, 'application/json', '{"cluster":{"na']],
    ['JSON without a cluster', [200, 'application/json', '{}']],
    ["a gateway's JSON with status 404", [404, 'application/json', '{"message":"Not Found"}']],
    ['an empty body', [503, 'text/plain', '']],
  ])('is unknown for %s', async (_, reply) => {
    expect(await answerTo(reply)).toMatchObject({ kind: 'unknown', code: 'Unparsable' });
  });

  it('is unknown when nobody listens', async () => {
    const { eks } = await awsServer(() => eksReply(200, {}));
    const { createEks } = await import('#adapters/aws/eks');
    const { EKSClient } = await import('@aws-sdk/client-eks');
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const away = createEks(
      new EKSClient({ region: 'eu-west-1', endpoint: 'http://127.0.0.1:1', maxAttempts: 1, credentials }),
    );
    expect(await away.describeCluster('ekstest')).toMatchObject({ kind: 'unknown', code: 'ECONNREFUSED' });
    expect((await eks.listAddons('ekstest')).kind).toBe('unknown');
  });
});

describe('what the SDK does by itself after an answer that may pass', () => {
  const NAMES = { clusterName: 'ekstest', nodegroupName: 'old' };
  const asks = async (call: (eks: Eks) => Promise<unknown>): Promise<readonly [number, unknown]> => {
    const { asked, url } = await awsServer(() => eksReply(503, { message: 'later' }, 'ServiceUnavailableException'));
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const client = new EKSClient({ region: 'eu-west-1', endpoint: url, maxAttempts: 3, credentials });
    const answer = await call(createEks(client));
    return [asked.length, answer];
  };
  const later = { kind: 'refused', status: 503, code: 'ServiceUnavailableException', message: 'later' };

  it('is to ask again for what only reads', async () => {
    expect(await asks((eks) => eks.describeNodegroup(NAMES))).toMatchObject([3, later]);
  });

  it.each<readonly [string, (eks: Eks) => Promise<unknown>]>([
    [
      'updateClusterVersion',
      (eks) => eks.updateClusterVersion({ name: 'ekstest', version: '1.21', clientRequestToken: 't' }),
    ],
    [
      'createNodegroup',
      (eks) => eks.createNodegroup({ ...NAMES, subnets: [], nodeRole: 'arn:role', clientRequestToken: 't' } as never),
    ],
    ['resizeNodegroup', (eks) => eks.resizeNodegroup({ ...NAMES, clientRequestToken: 't' } as never)],
    ['deleteNodegroup', (eks) => eks.deleteNodegroup(NAMES)],
    [
      'updateAddon',
      (eks) => eks.updateAddon({ clusterName: 'ekstest', addonName: 'coredns', clientRequestToken: 't' } as never),
    ],
  ])('is nothing for %s: whoever asked looks first', async (_, call) => {
    expect(await asks(call)).toMatchObject([1, later]);
  });
});
