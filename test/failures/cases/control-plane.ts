import { happens, later, mended, retry, run } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';
import { EKS_LIMIT, withFaults } from '../with-faults.ts';
import { SUBNETS } from './shapes.ts';

const topic = 'The control plane';
const STARTED = { with: 'eks:UpdateClusterVersion' } as const;

const update = (status: 'Failed' | 'Cancelled', errors: readonly object[]) =>
  withFaults({ updates: [{ of: 'cluster', status, after: '9m', times: 1, errors: [...errors] as never }] });

/** What can go wrong with the update of the control plane. */
export const controlPlane: readonly FailureCase[] = [
  {
    name: 'control-plane-update-failed',
    topic,
    goesWrong: 'The update ends Failed',
    happens: 'parks with the errors of EKS; a retry starts a new update',
    change: update('Failed', [EKS_LIMIT]),
    script: [run({ exit: 1, code: 'UpdateFailed', says: ['EniLimitReached', EKS_LIMIT.errorMessage] }), ...retry()],
  },
  {
    name: 'control-plane-update-cancelled',
    topic,
    goesWrong: 'The update ends Cancelled',
    happens: 'parks; a retry starts a new update',
    change: update('Cancelled', []),
    script: [run({ exit: 1, code: 'UpdateCancelled', says: ['Cancelled'] }), ...retry()],
  },
  {
    name: 'control-plane-without-addresses',
    topic,
    goesWrong: 'The subnets run out of addresses between the checks and the update',
    happens:
      'stops before the update, because the check is repeated right before it; names the subnets and how many addresses they lack',
    change: withFaults({
      happenings: [
        {
          begins: { with: 'k8s:create leases' },
          what: { set: { subnet: 'subnet-0a101000000000000', availableIpAddressCount: 0 } },
        },
        {
          begins: { with: 'k8s:create leases' },
          what: { set: { subnet: 'subnet-0c102000000000000', availableIpAddressCount: 0 } },
        },
        {
          begins: { with: 'k8s:create leases' },
          what: { set: { subnet: 'subnet-0d103000000000000', availableIpAddressCount: 0 } },
        },
      ],
    }),
    script: [
      run({ exit: 1 }),
      ...['subnet-0a101000000000000', 'subnet-0c102000000000000', 'subnet-0d103000000000000'].map((subnet) =>
        happens(`${subnet} has addresses again`, { set: { subnet, availableIpAddressCount: 200 } }),
      ),
      ...retry(),
    ],
  },
  {
    name: 'control-plane-ip-not-available',
    topic,
    goesWrong: 'The update ends Failed because the subnets have run out of addresses meanwhile',
    happens: 'parks with IpNotAvailable, as EKS says it; a retry starts a new update',
    change: update('Failed', [
      {
        errorCode: 'IpNotAvailable',
        errorMessage: 'There are not enough free IP addresses in the subnets of the cluster.',
        resourceIds: [...SUBNETS],
      },
    ]),
    script: [run({ exit: 1, code: 'UpdateFailed', says: ['IpNotAvailable'] }), ...retry()],
  },
  {
    name: 'control-plane-update-not-found',
    topic,
    goesWrong: 'DescribeUpdate does not know the update for a minute after it was started',
    happens: 'waits and says so; it is not taken for absent, no second update is started',
    change: withFaults({
      answers: [
        {
          of: ['eks:DescribeUpdate'],
          begins: STARTED,
          lasts: '1m',
          give: { status: 404, code: 'ResourceNotFoundException', message: 'No update found for ID' },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'control-plane-update-unknown',
    topic,
    goesWrong: 'DescribeUpdate still does not know the update after minutes',
    happens: 'parks with the words of EKS; a retry finds the update that runs and follows it',
    change: withFaults({
      answers: [
        {
          of: ['eks:DescribeUpdate'],
          begins: STARTED,
          give: { status: 404, code: 'ResourceNotFoundException', message: 'No update found for ID' },
        },
      ],
    }),
    script: [run({ exit: 1, code: 'NotFound', says: ['No update found for ID'] }), mended, ...retry()],
  },
  {
    name: 'control-plane-two-versions',
    topic,
    goesWrong: 'After the update API servers of two versions answer in turn for five minutes',
    happens: 'goes on only after five answers in a row on new connections say the new version',
    change: withFaults({ oldApiServersAnswerFor: '5m' }),
    script: [run({ exit: 0, says: ['5 answers in a row'] })],
  },
  {
    name: 'control-plane-api-away',
    topic,
    goesWrong: 'The API server is away for two minutes while the control plane is replaced',
    happens: 'waits and says so',
    change: withFaults({
      answers: [{ of: ['k8s:*'], begins: { ...STARTED, after: '27m' }, lasts: '2m', give: 'reset' }],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'control-plane-slow',
    topic,
    goesWrong: 'The update takes longer than 45 minutes',
    happens: 'warns and waits on, because EKS cannot cancel it',
    change: (it) => ({ ...it, durations: { ...it.durations, controlPlane: 75 * 60_000 } }),
    script: [run({ exit: 0, says: ['EKS cannot cancel it'] })],
  },
  {
    name: 'control-plane-update-refused',
    topic,
    goesWrong: 'EKS refuses the update with a reason of its own',
    happens: 'parks with the words of EKS',
    change: withFaults({
      answers: [
        {
          of: ['eks:UpdateClusterVersion'],
          give: {
            status: 400,
            code: 'InvalidRequestException',
            message: 'Cluster is not in a state that allows an update: a customer managed key is disabled',
          },
        },
      ],
    }),
    script: [run({ exit: 1, says: ['a customer managed key is disabled'] }), mended, ...retry()],
  },
  {
    name: 'control-plane-update-throttled',
    topic,
    goesWrong: 'The start of the update is throttled for a minute',
    happens: 'asks again with the same token; one update',
    change: withFaults({
      answers: [
        {
          of: ['eks:UpdateClusterVersion'],
          times: 5,
          give: { status: 429, code: 'ThrottlingException', message: 'Rate exceeded' },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'control-plane-answer-lost',
    topic,
    goesWrong: 'The update is started, and the answer is lost',
    happens: 'asks again with the same token: the same update is followed, no second one is started',
    change: withFaults({ answers: [{ of: ['eks:UpdateClusterVersion'], times: 1, performed: true, give: 'reset' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'control-plane-answer-5xx',
    topic,
    goesWrong: 'The update is started, and the answer is a 500 of the service',
    happens: 'asks again with the same token: no second update',
    change: withFaults({
      answers: [
        {
          of: ['eks:UpdateClusterVersion'],
          times: 1,
          performed: true,
          give: { status: 500, code: 'ServerException', message: 'Internal server error' },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'control-plane-other-update-running',
    topic,
    goesWrong: 'Somebody starts an update of a node group right before ours',
    happens: 'parks and names the update that runs; after it a retry goes on',
    change: withFaults({
      happenings: [
        {
          begins: { with: 'k8s:create leases' },
          what: {
            call: 'eks:UpdateNodegroupConfig',
            request: {
              clusterName: 'ekstest',
              nodegroupName: 'managed-ng-20',
              labels: { addOrUpdateLabels: { team: 'b' } },
            },
          },
        },
      ],
    }),
    script: [run({ exit: 1, code: 'ChecksBlock', says: ['UPDATE_IN_FLIGHT', 'managed-ng-20'] }), later(5), ...retry()],
  },
  {
    name: 'control-plane-update-adopted',
    topic,
    goesWrong: 'Somebody else starts the very same update right before ours',
    happens: 'adopts it by its id and follows it; no second one is started',
    change: withFaults({
      happenings: [
        {
          begins: { with: 'k8s:create leases' },
          what: { call: 'eks:UpdateClusterVersion', request: { name: 'ekstest', version: '1.21' } },
        },
      ],
    }),
    script: [run({ exit: 0, says: ['is already running'] })],
  },
];
