import { DescribeSubnetsCommand, EC2Client } from '@aws-sdk/client-ec2';
import {
  DescribeClusterCommand,
  DescribeUpdateCommand,
  EKSClient,
  ResourceInUseException,
  UpdateClusterVersionCommand,
} from '@aws-sdk/client-eks';
import { AuthorizationV1Api, CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Served } from '#twin/http/serve-twin';
import { loadScenario } from '#twin/scenario/load';
import { openTwin, type Twin } from '#twin/twin';
import { rawRequest } from '../../builders/raw-request.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

const MINUTE = 60_000;
const EVICT = '/api/v1/namespaces/default/pods/statefulset-1/eviction';
const eviction = {
  apiVersion: 'policy/v1beta1',
  kind: 'Eviction',
  metadata: { name: 'statefulset-1', namespace: 'default' },
};

let twin: Twin;
let served: Served;
let config: KubeConfig;
let aws: {
  region: string;
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  maxAttempts: 1;
};

beforeEach(async () => {
  twin = openTwin(loadScenario('ekstest'));
  served = await serveForTest(twin);
  config = new KubeConfig();
  config.loadFromFile(served.kubeconfig);
  const credentials = { accessKeyId: 'AKIATWIN', secretAccessKey: 'secret' };
  aws = { region: 'ap-northeast-1', endpoint: served.awsUrl, credentials, maxAttempts: 1 };
});

async function kubernetes(path: string, method = 'GET', body: unknown = undefined, accept = 'application/json') {
  const answer = await rawRequest(served.kubernetesUrl + path, {
    method,
    ca: served.caPem,
    headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json', accept },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(answer.text) };
}

async function control(path: string, body: unknown): Promise<{ now: number; resourceVersion: string }> {
  const headers = { authorization: `Bearer ${served.controlToken}` };
  return JSON.parse(
    (await rawRequest(`${served.controlUrl}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text,
  );
}

describe('the cluster ekstest, by the real AWS clients', () => {
  it('is described with the place where its Kubernetes API is served', async () => {
    const { cluster } = await new EKSClient(aws).send(new DescribeClusterCommand({ name: 'ekstest' }));
    expect(cluster).toMatchObject({ version: '1.20', status: 'ACTIVE', endpoint: served.kubernetesUrl });
    expect(Buffer.from(cluster?.certificateAuthority?.data ?? '', 'base64').toString()).toBe(served.caPem);
  });

  it('updates its control plane in model time, once for each token', async () => {
    const eks = new EKSClient(aws);
    const start = (clientRequestToken: string) =>
      eks.send(new UpdateClusterVersionCommand({ name: 'ekstest', version: '1.21', clientRequestToken }));
    const updateId = (await start('one')).update?.id;
    const status = async () =>
      (await eks.send(new DescribeUpdateCommand({ name: 'ekstest', updateId }))).update?.status;
    expect((await start('one')).update?.id).toBe(updateId);
    await expect(start('two')).rejects.toBeInstanceOf(ResourceInUseException);
    expect(await status()).toBe('InProgress');
    await control('move', { to: twin.time.now() + 40 * MINUTE });
    expect(await status()).toBe('Successful');
    expect((await kubernetes('/version')).body.gitVersion).toMatch(/^v1\.21\./);
  });

  it('has subnets, and refuses an unknown one with the code of EC2', async () => {
    const ec2 = new EC2Client(aws);
    const { cluster } = await new EKSClient(aws).send(new DescribeClusterCommand({ name: 'ekstest' }));
    const { Subnets } = await ec2.send(
      new DescribeSubnetsCommand({ SubnetIds: cluster?.resourcesVpcConfig?.subnetIds }),
    );
    expect(Subnets?.map((it) => it.AvailabilityZone).sort()).toEqual([
      'ap-northeast-1a',
      'ap-northeast-1c',
      'ap-northeast-1d',
    ]);
    const unknown = ec2.send(new DescribeSubnetsCommand({ SubnetIds: ['subnet-x'] }));
    await expect(unknown).rejects.toMatchObject({ name: 'InvalidSubnetID.NotFound' });
  });
});

describe('the cluster ekstest, by the real Kubernetes client', () => {
  it('lists, pages and tells rights', async () => {
    const core = config.makeApiClient(CoreV1Api);
    const all = await core.listPodForAllNamespaces({});
    const first = await core.listPodForAllNamespaces({ limit: 5 });
    const rest = await core.listPodForAllNamespaces({ limit: 500, _continue: first.metadata?._continue ?? '' });
    const names = (list: typeof all) => list.items.map((it) => it.metadata?.name);
    expect(names(first)).toHaveLength(5);
    expect([...names(first), ...names(rest)]).toEqual(names(all));
    const resourceAttributes = { verb: 'create', group: '', resource: 'pods', subresource: 'eviction' };
    const review = await config
      .makeApiClient(AuthorizationV1Api)
      .createSelfSubjectAccessReview({ body: { spec: { resourceAttributes } } });
    expect(review.status?.allowed).toBe(true);
  });

  it('refuses with a Status as its body', async () => {
    const read = config.makeApiClient(CoreV1Api).readNode({ name: 'nobody' });
    const thrown = (await read.catch((it: unknown) => it)) as { code: number; body: string };
    expect(thrown.code).toBe(404);
    expect(JSON.parse(thrown.body)).toMatchObject({
      kind: 'Status',
      reason: 'NotFound',
      message: 'nodes "nobody" not found',
    });
  });
});

describe('the cluster ekstest, without a client', () => {
  it('accepts an eviction with 201 and a Status, and changes nothing in a dry run', async () => {
    const before = twin.face.kubernetes.resourceVersion();
    expect(await kubernetes(`${EVICT}?dryRun=All`, 'POST', eviction)).toMatchObject({ status: 201 });
    expect(twin.face.kubernetes.resourceVersion()).toBe(before);
    expect(await kubernetes(EVICT, 'POST', eviction)).toEqual({
      status: 201,
      body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
    });
    expect((await kubernetes(EVICT.replace('/eviction', ''))).body.metadata.deletionTimestamp).toBeDefined();
  });

  it('does not know policy/v1 for an eviction on 1.20', async () => {
    expect(await kubernetes(EVICT, 'POST', { ...eviction, apiVersion: 'policy/v1' })).toMatchObject({ status: 400 });
  });

  it('shows what a patch would give, and keeps the node as it is', async () => {
    const [node] = (await kubernetes('/api/v1/nodes')).body.items;
    const headers = { authorization: `Bearer ${served.token}`, 'content-type': 'application/merge-patch+json' };
    const request = { method: 'PATCH', ca: served.caPem, headers, body: '{"spec":{"unschedulable":true}}' };
    const tried = await rawRequest(`${served.kubernetesUrl}/api/v1/nodes/${node.metadata.name}?dryRun=All`, request);
    expect([tried.status, JSON.parse(tried.text).spec.unschedulable]).toEqual([200, true]);
    expect((await kubernetes(`/api/v1/nodes/${node.metadata.name}`)).body.spec.unschedulable).toBeUndefined();
  });

  it('says that it has forgotten what is too old to be watched', async () => {
    const headers = { authorization: `Bearer ${served.token}` };
    const url = `${served.kubernetesUrl}/api/v1/pods?watch=true&resourceVersion=1`;
    const answer = await rawRequest(url, { ca: served.caPem, headers });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      200,
      { type: 'ERROR', object: { code: 410, reason: 'Expired' } },
    ]);
  });

  it('prints nodes as kubectl shows them, with ages of model time', async () => {
    const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const age = async () => (await kubernetes('/api/v1/nodes', 'GET', undefined, table)).body.rows[0].cells;
    expect((await age()).slice(0, 3)).toEqual(['ip-10-0-101-193.ap-northeast-1.compute.internal', 'Ready', '<none>']);
    const before = (await age())[3];
    await control('move', { to: twin.time.now() + 30 * 24 * 60 * MINUTE });
    expect((await age())[3]).not.toBe(before);
    expect((await age())[3]).toMatch(/^3\dd$/);
  });
});

describe('time by consent', () => {
  /** Evicts a pod and waits, always until something happened, until it is back. */
  async function evictAndWait(): Promise<readonly unknown[]> {
    const twinOfRun = openTwin(loadScenario('ekstest'));
    [twin, served] = [twinOfRun, await serveForTest(twinOfRun)];
    const uid = (await kubernetes(EVICT.replace('/eviction', ''))).body.metadata.uid;
    await kubernetes(EVICT, 'POST', eviction);
    for (let waits = 0; waits < 50; waits++) {
      const { body } = await kubernetes(EVICT.replace('/eviction', ''));
      const isReady = body.status?.conditions?.some(
        (it: { type: string; status: string }) => it.type === 'Ready' && it.status === 'True',
      );
      if (body.metadata?.uid !== uid && isReady) return twinOfRun.journal.entries();
      await control('clock', { until: twinOfRun.time.now() + 10 * MINUTE, seen: null });
    }
    return ['never back'];
  }

  it('gives the same course of things every time', async () => {
    const [first, second] = [await evictAndWait(), await evictAndWait()];
    expect(first.at(-1)).toMatchObject({ operation: 'k8s:get pods', status: 200 });
    expect(second).toEqual(first);
  });
});
