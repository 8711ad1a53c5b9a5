import type { ScenarioInput } from '#twin/scenario/schema';
import type { Dice } from './dice.ts';

export type AnswerInput = NonNullable<NonNullable<ScenarioInput['faults']>['answers']>[number];
export type Begins = NonNullable<AnswerInput['begins']>;

const AWS: readonly string[] = [
  'eks:*',
  'eks:DescribeCluster',
  'eks:DescribeUpdate',
  'eks:ListUpdates',
  'eks:DescribeNodegroup',
  'eks:ListNodegroups',
  'eks:UpdateClusterVersion',
  'eks:CreateNodegroup',
  'eks:UpdateNodegroupConfig',
  'eks:DeleteNodegroup',
  'eks:UpdateAddon',
  'eks:DescribeAddon',
  'eks:DescribeAddonVersions',
  'ec2:*',
];

const KUBERNETES: readonly string[] = [
  'k8s:*',
  'k8s:get version',
  'k8s:get nodes',
  'k8s:list *',
  'k8s:list nodes',
  'k8s:list pods',
  'k8s:watch *',
  'k8s:discover',
  'k8s:patch nodes',
  'k8s:evict pods',
  'k8s:get leases',
  'k8s:create leases',
  'k8s:patch leases',
];

const AWS_REFUSALS = [
  { status: 429, code: 'ThrottlingException', message: 'Rate exceeded' },
  { status: 400, code: 'Throttling', message: 'Rate exceeded' },
  { status: 500, code: 'ServerException', message: 'Something went wrong' },
  { status: 503, code: 'ServiceUnavailableException', message: 'Service is unavailable' },
  { status: 403, code: 'ExpiredTokenException', message: 'The security token included in the request is expired' },
  { status: 403, code: 'AccessDeniedException', message: 'User is not authorized to perform this' },
  { status: 404, code: 'ResourceNotFoundException', message: 'No such thing was found' },
] as const;

const KUBERNETES_REFUSALS = [
  {
    status: 429,
    code: 'TooManyRequests',
    message: 'the server has received too many requests',
    headers: { 'retry-after': '2' },
  },
  { status: 500, code: 'InternalError', message: 'etcdserver: leader changed' },
  { status: 503, code: 'ServiceUnavailable', message: 'the server is currently unable to handle the request' },
  { status: 504, code: 'Timeout', message: 'the server was unable to return a response in the time allotted' },
  { status: 401, code: 'Unauthorized', message: 'Unauthorized' },
  { status: 403, code: 'Forbidden', message: 'is forbidden: not now' },
  { status: 409, code: 'Conflict', message: 'the object has been modified' },
] as const;

const LOST = ['reset', 'half', 'html', 'hang'] as const;

/** A call that is answered otherwise for a while, or some times. */
export function randomAnswer(dice: Dice, begins: Begins): AnswerInput {
  const isAws = dice.chance(0.5);
  const isLost = dice.chance(0.4);
  const give = isLost
    ? dice.pick(LOST)
    : dice.pick<NonNullable<AnswerInput['give']>>(isAws ? AWS_REFUSALS : KUBERNETES_REFUSALS);
  const mayBePerformed = typeof give === 'string' || give.status >= 500;
  return {
    of: dice.chance(0.08) ? ['*'] : [dice.pick(isAws ? AWS : KUBERNETES)],
    begins,
    ...(dice.chance(0.3) && { kind: dice.pick(['read', 'write'] as const) }),
    ...(dice.chance(0.5) ? { lasts: `${dice.number(5, 2400)}s` } : { times: dice.number(1, 8) }),
    ...(dice.chance(0.3) && { every: dice.number(2, 3) }),
    ...(mayBePerformed && dice.chance(0.5) && { performed: true }),
    give,
  };
}
