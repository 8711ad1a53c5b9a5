import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '#ports/answer';
import type { ScenarioInput } from '#twin/scenario/schema';
import { type Binding, bindBoth } from './bind.ts';
import { type Bound, inShort } from './case.ts';

type Fault = NonNullable<NonNullable<ScenarioInput['faults']>['answers']>[number];
type Give = Fault['give'];
type Call = (bound: Bound) => Promise<Answer<unknown>>;

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});
const open: Binding[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((it) => it.close()));
  vi.unstubAllEnvs();
});

/** What both bindings answer to a call when these answers are given. */
async function answers(fault: Fault, call: Call): Promise<{ near: Answer<unknown>; far: Answer<unknown> }> {
  const { inProcess, overHttp } = await bindBoth({ answers: [fault] });
  open.push(inProcess, overHttp);
  return { near: await call(inProcess), far: await call(overHttp) };
}

const CALLS: Readonly<Record<string, Call>> = {
  'eks:DescribeCluster': ({ eks }) => eks.describeCluster('ekstest'),
  'ec2:DescribeSubnets': ({ ec2 }) => ec2.describeSubnets(['subnet-0a1']),
  'k8s:list nodes': ({ kubernetes }) => kubernetes.listNodes(),
  'k8s:discover': ({ kubernetes }) => kubernetes.evictionVersion(),
  'k8s:get version': ({ kubernetes }) => kubernetes.version(),
  'k8s:create selfsubjectaccessreviews': ({ kubernetes }) =>
    kubernetes.mayI({ verb: 'get', group: '', resource: 'nodes' }),
  'k8s:list poddisruptionbudgets': ({ kubernetes }) => kubernetes.listBudgets(),
  'k8s:watch pods': ({ kubernetes }) => kubernetes.live(),
};

const REFUSALS: readonly (readonly [operation: string, give: Give, outcome: string])[] = [
  [
    'eks:DescribeCluster',
    { status: 429, code: 'ThrottlingException', message: 'Rate exceeded' },
    '429 ThrottlingException',
  ],
  [
    'eks:DescribeCluster',
    { status: 403, code: 'ExpiredTokenException', message: 'The security token included in the request is expired' },
    '403 ExpiredTokenException',
  ],
  ['eks:DescribeCluster', { status: 500, message: 'oh no' }, 'unknown Unparsable'],
  [
    'ec2:DescribeSubnets',
    { status: 503, code: 'RequestLimitExceeded', message: 'Request limit exceeded.' },
    '503 RequestLimitExceeded',
  ],
  ['ec2:DescribeSubnets', { status: 500 }, 'unknown Unparsable'],
  [
    'k8s:list nodes',
    { status: 429, code: 'TooManyRequests', message: 'too many', headers: { 'Retry-After': '7' } },
    '429 TooManyRequests',
  ],
  ['k8s:list nodes', { status: 401, code: 'Unauthorized', message: 'Unauthorized' }, '401 Unauthorized'],
  [
    'k8s:discover',
    { status: 503, code: 'ServiceUnavailable', message: 'etcd leader changed' },
    '503 ServiceUnavailable',
  ],
  ['k8s:watch pods', { status: 500, message: 'no reason' }, '500'],
];

describe('a call that a fault refuses', () => {
  it.each(REFUSALS)('%s answered with %j is the same to steps and over HTTP', async (of, give, outcome) => {
    const { near, far } = await answers({ of: [of], give }, CALLS[of] as Call);
    expect(inShort(near)).toBe(outcome);
    expect(far).toEqual(near);
  });
});

const LOST = Object.keys(CALLS).flatMap((of) =>
  (['reset', 'half', 'html'] as const)
    .filter((give) => give !== 'half' || of !== 'k8s:watch pods')
    .map((give) => [of, give] as const),
);

describe('a call whose answer is lost', () => {
  it.each(LOST)('%s lost by %s is unknown to steps and over HTTP alike', async (of, give) => {
    const { near, far } = await answers({ of: [of], give }, CALLS[of] as Call);
    const isUnparsable = give === 'html' || (give === 'half' && !of.startsWith('k8s:'));
    expect(inShort(near)).toBe(isUnparsable ? 'unknown Unparsable' : 'unknown ECONNRESET');
    expect(far).toEqual(near);
  });
});
