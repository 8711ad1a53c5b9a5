import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { journalOf, notReads } from './seen-from-outside.ts';
import { type Outcome, runFolder, type ServedCluster, servedCluster } from './served-cluster.ts';
import {
  atVersion,
  type Change,
  withBarePod,
  withBoundDeployment,
  withBudget,
  withClusterUpdate,
  withDegradedGroup,
  withFewAddresses,
  withGroupUpdate,
  withOldKubelet,
  withoutPolicy,
  withoutRight,
} from './unhealthy.ts';

const LONG = 60_000;
const RUN = ['run', '1.20-to-1.21', '--yes'];

/** What an operator has to be told: the object, the reason, and what to do about it. */
type Told = readonly [object: string, reason: string, toDo: string];

function expectTold({ stdout, stderr }: Outcome, told: Told): void {
  // Blocked by checks: on standard output; before there is a run: as an error.
  const text = stdout || stderr;
  for (const words of told) expect(text).toContain(words);
}

const BLOCKED: readonly (readonly [string, Change, Told])[] = [
  [
    'a kubelet that would be too old',
    withOldKubelet,
    [
      'KUBELET_TOO_OLD ip-10-0-102-121.ap-northeast-1.compute.internal',
      'is v1.18.20-eks-c9f1ce: 3 minors behind 1.21, at most 2 are allowed',
      'replace the node by one at 1.20 first',
    ],
  ],
  ['a missing PSP', withoutPolicy, ['PSP_MISSING eks.privileged', 'does not exist', 'restore the default policy']],
  [
    'too few addresses',
    withFewAddresses,
    ['TOO_FEW_ADDRESSES_FOR_NODES subnet-0a101000000000000', 'find no place', 'free addresses there'],
  ],
  [
    'a budget that can never allow an eviction',
    withBudget({ maxUnavailable: 0 }),
    ['BUDGET_NEVER_ALLOWS default/app', 'no eviction can ever be allowed', 'kubectl edit pdb app -n default'],
  ],
  [
    'a pod that the drain would not evict',
    withBarePod,
    ['POD_NOT_EVICTABLE default/tool', 'it has no controller', 'kubectl delete pod tool -n default'],
  ],
  [
    'a workload that only the old nodes can carry',
    withBoundDeployment,
    [
      'POD_BOUND_TO_OLD_NODES Deployment/default/pinned',
      'node selector (eks.amazonaws.com/nodegroup=managed-ng-20)',
      'kubectl edit deployment pinned -n default',
    ],
  ],
  [
    'a degraded node group',
    withDegradedGroup,
    ['NODE_GROUP_UNHEALTHY managed-ng-20', 'InsufficientInstanceCapacity', 'aws eks describe-nodegroup'],
  ],
  [
    'an update to another version',
    withClusterUpdate('VersionUpdate', [{ type: 'Version', value: '1.22' }]),
    ['UPDATE_IN_FLIGHT ekstest', 'VersionUpdate: Version=1.22', '--update-id aaaaaaaa-1111-4222-8333-444444444444'],
  ],
  [
    'an update of another kind',
    withClusterUpdate('EndpointAccessUpdate', [{ type: 'EndpointPublicAccess', value: 'false' }]),
    ['UPDATE_IN_FLIGHT ekstest', 'EndpointAccessUpdate', '--update-id aaaaaaaa-1111-4222-8333-444444444444'],
  ],
  [
    'an update of a node group',
    withGroupUpdate,
    ['UPDATE_IN_FLIGHT managed-ng-20', 'ConfigUpdate: MinSize=3', '--nodegroup-name managed-ng-20 --update-id'],
  ],
  [
    'no right to evict',
    withoutRight({ verb: 'create', group: '', resource: 'pods', subresource: 'eviction' }),
    [
      'RIGHT_MISSING create:pods/eviction',
      'may not create pods/eviction',
      'kubectl auth can-i create pods --subresource=eviction',
    ],
  ],
  [
    'a cluster that is at another version',
    atVersion('1.22'),
    ['cluster ekstest is at 1.22', 'this hop goes from 1.20 to 1.21', 'a hop that starts at 1.22 is needed'],
  ],
];

describe('before anything is changed the run ends with 3, naming object, reason and what to do, because of', () => {
  it.each(BLOCKED)('%s', { timeout: LONG }, async (_name, change, told) => {
    const cluster = await servedCluster({ clock: 'wall', change });
    const outcome = await cluster.types([...RUN, ...cluster.flags]).outcome;
    expect(outcome.exitCode, outcome.stderr).toBe(3);
    expectTold(outcome, told);
    // That and nothing else.
    expect(outcome.stderr.match(/ BLOCK /g) ?? []).toHaveLength(outcome.stdout === '' ? 0 : 1);
    expect(notReads(await journalOf(cluster))).toEqual([]);
  });
});

interface Elsewhere {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const UNREACHED: readonly (readonly [string, (cluster: ServedCluster) => Promise<Elsewhere> | Elsewhere, Told])[] = [
  [
    'a missing cluster',
    () => ({ flags: ['--cluster', 'nope'] }),
    [
      'no cluster nope in ap-northeast-1',
      'No cluster found for name: nope.',
      'check --cluster, --region and --profile',
    ],
  ],
  [
    'an EKS that does not answer',
    () => ({ env: { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' } }),
    ['about cluster ekstest', 'ECONNREFUSED', 'check the network, HTTPS_PROXY and --region'],
  ],
  [
    'an API server that does not answer',
    async (it) => ({
      flags: [
        '--kubeconfig',
        await kubeconfig(it, it.kubernetesUrl, 'https://127.0.0.1:9'),
        '--accept',
        'KUBECONFIG_ELSEWHERE=https://127.0.0.1:9',
      ],
    }),
    ['API_UNREACHABLE apiServer', 'connect ECONNREFUSED 127.0.0.1:9', 'reach the Kubernetes API from here first'],
  ],
  [
    'a kubeconfig that leads elsewhere',
    async (it) => ({ flags: ['--kubeconfig', await kubeconfig(it, it.kubernetesUrl, 'https://127.0.0.1:9')] }),
    ['leads to https://127.0.0.1:9', 'but cluster ekstest is at https://', 'use the context of ekstest'],
  ],
  [
    'expired AWS credentials',
    async () => ({ env: { AWS_ENDPOINT_URL: await expired() } }),
    ['cluster ekstest', 'The security token included in the request is expired', 'sign in again'],
  ],
  [
    'missing AWS credentials',
    () => ({ env: { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' } }),
    ['cluster ekstest', 'Could not load credentials from any providers', 'sign in again'],
  ],
  [
    'an expired token of the kubeconfig',
    async (it) => ({ flags: ['--kubeconfig', await kubeconfig(it, it.token, 'of-yesterday')] }),
    ['CREDENTIALS_EXPIRED apiServer', 'Unauthorized', 'renew the token in the kubeconfig'],
  ],
];

describe('nothing is changed and the run ends with 3 because of', () => {
  it.each(UNREACHED)('%s', { timeout: LONG }, async (_name, elsewhere, told) => {
    const cluster = await servedCluster({ clock: 'wall' });
    const { flags = [], env = {} } = await elsewhere(cluster);
    const outcome = await cluster.types([...RUN, ...cluster.flags, ...flags], { env }).outcome;
    expect(outcome.exitCode, outcome.stderr).toBe(3);
    expectTold(outcome, told);
    expect(outcome.stderr).not.toContain('Warning');
    expect(notReads(await journalOf(cluster))).toEqual([]);
  });
});

/** The kubeconfig of the twin with some other words in it. */
async function kubeconfig(cluster: ServedCluster, words: string, others: string): Promise<string> {
  const path = join(cluster.folder, 'kubeconfig');
  await writeFile(path, (await readFile(cluster.kubeconfig, 'utf8')).replace(words, others), { mode: 0o600 });
  return path;
}

/** An AWS that takes no credentials any more. */
async function expired(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json', 'x-amzn-errortype': 'ExpiredTokenException' });
    response.end('{"message":"The security token included in the request is expired"}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('an unknown hop is wrong use: exit 2 with the hops that there are', { timeout: LONG }, async () => {
  const cluster = await servedCluster({ clock: 'consent' });
  const { exitCode, stderr } = await cluster.types(['run', '1.99-to-2.0', ...cluster.flags]).outcome;
  expect(exitCode).toBe(2);
  expect(stderr).toContain('no runbook for the hop "1.99-to-2.0"; there is 1.20-to-1.21');
  expect(await journalOf(cluster)).toEqual([]);
});

it('an update to the wanted version that is under way is adopted: it is followed and no second one is started', {
  timeout: LONG,
}, async () => {
  const change = withClusterUpdate('VersionUpdate', [{ type: 'Version', value: '1.21' }]);
  const cluster = await servedCluster({ clock: 'consent', change });
  const { exitCode, stderr } = await cluster.typesOnTwinTime([...RUN, ...cluster.flags]).outcome;
  expect(exitCode).toBe(4);
  expect(stderr).toMatch(/update aaaaaaaa-\S+ to 1\.21 is already running: it is followed, no second one is started/);
  const calls = await journalOf(cluster);
  const byOperation = (name: string) => calls.filter(({ operation }) => operation === name);
  expect(byOperation('eks:UpdateClusterVersion')).toEqual([]);
  expect(byOperation('eks:CreateNodegroup')).toHaveLength(1);
});

it('a block that is accepted by code and object lets the run go on, and the log says who accepted it', {
  timeout: LONG,
}, async () => {
  const cluster = await servedCluster({ clock: 'consent', change: withoutPolicy });
  const type = (accept: string) => cluster.typesOnTwinTime([...RUN, ...cluster.flags, '--accept', accept]).outcome;
  expect((await type('PSP_MISSING=other')).exitCode).toBe(3);
  expect(notReads(await journalOf(cluster))).toEqual([]);
  const { exitCode, stdout, stderr } = await type('PSP_MISSING=eks.privileged');
  expect(exitCode, stderr).toBe(4);
  expect(stdout).toContain('waits for approval before delete-old-nodes');
  const log = runFolder(cluster.state, /run (\S+) waits/.exec(stdout)?.[1] ?? '');
  const { header } = JSON.parse(await readFile(join(log, 'records/00000000.json'), 'utf8'));
  expect(header.input.accepted).toEqual([{ code: 'PSP_MISSING', object: 'eks.privileged' }]);
  expect(header.by).toMatch(/.@./);
});
