import { DescribeInstanceTypesCommand, DescribeSubnetsCommand, EC2Client } from '@aws-sdk/client-ec2';
import {
  DescribeAddonVersionsCommand,
  DescribeUpdateCommand,
  EKSClient,
  paginateListNodegroups,
  ResourceInUseException,
  UpdateClusterVersionCommand,
} from '@aws-sdk/client-eks';
import { beforeEach, describe, expect, it } from 'vitest';
import { type HandMadeTwin, handMadeTwin } from '../../builders/hand-made-twin.ts';
import { rawRequest } from '../../builders/raw-request.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

const SIGNED = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=AKIATWIN/20261201/ap-northeast-1/eks/aws4_request, SignedHeaders=host, Signature=00',
};

let twin: HandMadeTwin;
let url: string;
let client: {
  region: string;
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  maxAttempts: 1;
};

beforeEach(async () => {
  twin = handMadeTwin();
  url = (await serveForTest(twin)).awsUrl;
  const credentials = { accessKeyId: 'AKIATWIN', secretAccessKey: 'secret' };
  client = { region: 'ap-northeast-1', endpoint: url, credentials, maxAttempts: 1 };
});

describe('EKS over HTTP, by its own client', () => {
  it('passes names of the path and members of the body to the face', async () => {
    const update = {
      id: 'u-1',
      status: 'InProgress',
      type: 'VersionUpdate',
      createdAt: 1796083200.5,
      params: [],
      errors: [],
    };
    twin.answers.updateClusterVersion = { status: 200, body: { update } };
    const input = { name: 'ekstest', version: '1.21', clientRequestToken: 'token' };
    const answer = await new EKSClient(client).send(new UpdateClusterVersionCommand(input));
    expect(twin.asked).toEqual([{ verb: 'updateClusterVersion', args: [input] }]);
    expect(answer.update).toMatchObject({ id: 'u-1', createdAt: new Date(1796083200500) });
  });

  it('passes members of the query, numbers and lists among them', async () => {
    const eks = new EKSClient(client);
    await eks.send(new DescribeUpdateCommand({ name: 'ekstest', updateId: 'u-1', addonName: 'coredns' }));
    await eks.send(new DescribeAddonVersionsCommand({ kubernetesVersion: '1.21', maxResults: 5, types: ['a', 'b'] }));
    expect(twin.asked.map(({ args }) => args[0])).toEqual([
      { name: 'ekstest', updateId: 'u-1', addonName: 'coredns' },
      { kubernetesVersion: '1.21', maxResults: 5, types: ['a', 'b'] },
    ]);
  });

  it('throws the exception that the error header names', async () => {
    twin.answers.updateClusterVersion = {
      status: 409,
      headers: { 'x-amzn-ErrorType': 'ResourceInUseException' },
      body: { message: 'Cluster has pending updates', clusterName: 'ekstest', nodegroupName: null, addonName: null },
    };
    const asked = new EKSClient(client).send(new UpdateClusterVersionCommand({ name: 'ekstest', version: '1.21' }));
    const thrown = await asked.catch((it: unknown) => it);
    expect(thrown).toBeInstanceOf(ResourceInUseException);
    expect(thrown).toMatchObject({ message: 'Cluster has pending updates', clusterName: 'ekstest' });
    expect((thrown as ResourceInUseException).$metadata.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is paged as the face pages', async () => {
    const pages = [{ nodegroups: ['a'], nextToken: 'next' }, { nodegroups: ['b'] }];
    const seen: (string[] | undefined)[] = [];
    twin.answers.listNodegroups = { status: 200, body: pages[0] };
    for await (const page of paginateListNodegroups(
      { client: new EKSClient(client), pageSize: 1 },
      { clusterName: 'ekstest' },
    )) {
      seen.push(page.nodegroups);
      twin.answers.listNodegroups = { status: 200, body: pages[1] };
    }
    expect(seen).toEqual([['a'], ['b']]);
    expect(twin.asked[1]?.args[0]).toEqual({ clusterName: 'ekstest', maxResults: 1, nextToken: 'next' });
  });
});

describe('EKS over HTTP, without a client', () => {
  it('refuses what is not signed', async () => {
    const answer = await rawRequest(`${url}/clusters/ekstest`);
    expect(answer.status).toBe(403);
    expect(answer.headers['x-amzn-errortype']).toBe('MissingAuthenticationTokenException');
    expect(JSON.parse(answer.text)).toEqual({ message: 'Missing Authentication Token' });
    expect(twin.asked).toEqual([]);
  });

  it.each([
    ['GET', '/no/such/route'],
    ['PUT', '/clusters/ekstest'],
    ['DELETE', '/clusters/ekstest'],
  ])('answers %s %s with JSON, never with HTML', async (method, path) => {
    const answer = await rawRequest(url + path, { method, headers: SIGNED });
    expect(answer.status).toBe(404);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'x-amzn-errortype': 'UnknownOperationException',
      'x-amzn-requestid': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(JSON.parse(answer.text)).toHaveProperty('message');
  });

  it.each(['{', '[]', '"text"'])('refuses the body %s', async (body) => {
    const answer = await rawRequest(`${url}/clusters/ekstest/updates`, { method: 'POST', headers: SIGNED, body });
    expect([answer.status, answer.headers['x-amzn-errortype']]).toEqual([400, 'SerializationException']);
    expect(twin.asked).toEqual([]);
  });

  it('answers a path that cannot be decoded with JSON', async () => {
    const answer = await rawRequest(`${url}/clusters/%E0%A4%A`, { headers: SIGNED });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
  });
});

describe('EC2 over HTTP', () => {
  it('gives subnets to its own client', async () => {
    const subnet = {
      subnetId: 'subnet-a',
      availabilityZone: 'ap-northeast-1a',
      availableIpAddressCount: 251,
      cidrBlock: '10.0.101.0/24',
    };
    const tagSet = [{ key: 'Name', value: 'a & <b>' }];
    twin.answers.describeSubnets = { status: 200, body: { subnetSet: [{ ...subnet, tagSet }] } };
    const answer = await new EC2Client(client).send(
      new DescribeSubnetsCommand({ SubnetIds: ['subnet-a', 'subnet-c'] }),
    );
    expect(twin.asked).toEqual([{ verb: 'describeSubnets', args: [['subnet-a', 'subnet-c']] }]);
    expect(answer.Subnets?.[0]).toMatchObject({
      SubnetId: 'subnet-a',
      AvailableIpAddressCount: 251,
      Tags: [{ Key: 'Name', Value: 'a & <b>' }],
    });
  });

  it('gives instance types to its own client', async () => {
    const networkInfo = { maximumNetworkInterfaces: 3, ipv4AddressesPerInterface: 6 };
    twin.answers.describeInstanceTypes = {
      status: 200,
      body: { instanceTypeSet: [{ instanceType: 't3.medium', networkInfo }] },
    };
    const answer = await new EC2Client(client).send(new DescribeInstanceTypesCommand({ InstanceTypes: ['t3.medium'] }));
    expect(answer.InstanceTypes?.[0]).toMatchObject({
      InstanceType: 't3.medium',
      NetworkInfo: { MaximumNetworkInterfaces: 3, Ipv4AddressesPerInterface: 6 },
    });
  });

  it('refuses in XML with the code', async () => {
    const Errors = [{ Code: 'InvalidSubnetID.NotFound', Message: "The subnet ID 'subnet-x' does not exist" }];
    twin.answers.describeSubnets = { status: 400, body: { Errors } };
    const asked = new EC2Client(client).send(new DescribeSubnetsCommand({ SubnetIds: ['subnet-x'] }));
    await expect(asked).rejects.toMatchObject({
      name: 'InvalidSubnetID.NotFound',
      message: "The subnet ID 'subnet-x' does not exist",
      $metadata: { httpStatusCode: 400 },
    });
  });

  it('knows no other action', async () => {
    const answer = await rawRequest(url, {
      method: 'POST',
      headers: SIGNED,
      body: 'Action=RunInstances&Version=2016-11-15',
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/xml;charset=UTF-8']);
    expect(answer.text).toContain('<Code>InvalidAction</Code>');
  });
});

describe('STS over HTTP', () => {
  it('tells the account of the cluster', async () => {
    const body = 'Action=GetCallerIdentity&Version=2011-06-15';
    const answer = await rawRequest(url, { method: 'POST', headers: SIGNED, body });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<Account>111122223333</Account>');
  });

  it('refuses what is not signed, in XML', async () => {
    const answer = await rawRequest(`${url}/?Action=GetCallerIdentity`);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('<Code>MissingAuthenticationToken</Code>');
  });
});
