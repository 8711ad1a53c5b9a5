import { abort, happens, later, mended, retry, run } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';
import { withFaults } from '../with-faults.ts';
import { eks, SUBNETS, WHEN } from './shapes.ts';

const topic = 'Node groups and nodes';
const NEW = 'managed-ng-21';
const OLD = 'managed-ng-20';
const LAUNCH = {
  code: 'AsgInstanceLaunchFailures',
  message:
    'Could not launch On-Demand Instances. InsufficientInstanceCapacity - We currently do not have sufficient t3.medium capacity',
};

const NO_ADDRESSES = {
  code: 'InsufficientFreeAddresses',
  message:
    'One or more of the subnets associated with your managed node group does not have enough available IP addresses for new nodes.',
  resourceIds: [...SUBNETS],
};

/** What can go wrong with node groups and their nodes. */
export const nodeGroups: readonly FailureCase[] = [
  {
    name: 'new-group-create-failed',
    topic,
    goesWrong: 'The new group ends in CREATE_FAILED',
    happens: 'parks with the health issues of the group and the command that removes it; a retry makes it again',
    change: withFaults({ nodegroupCreations: [{ name: NEW, ...LAUNCH, times: 1 }] }),
    script: [
      run({ exit: 1, says: [LAUNCH.code, 'InsufficientInstanceCapacity'] }),
      happens('the operator deletes the failed group', {
        call: 'eks:DeleteNodegroup',
        request: { clusterName: 'ekstest', nodegroupName: NEW },
      }),
      later(10),
      ...retry(),
    ],
  },
  {
    name: 'new-group-degraded',
    topic,
    goesWrong: 'The new group ends DEGRADED',
    happens: 'parks with its health issues; goes on once it is ACTIVE',
    change: withFaults({ nodegroupCreations: [{ name: NEW, status: 'DEGRADED', ...LAUNCH }] }),
    script: [
      run({ exit: 1, says: [LAUNCH.code] }),
      happens('the group recovers', { set: { nodegroup: NEW, status: 'ACTIVE', health: [] } }),
      ...retry(),
    ],
  },
  {
    name: 'new-group-slow',
    topic,
    goesWrong: 'The new group is still CREATING after 45 minutes',
    happens: 'parks at the limit and says what is waited for; the same group is waited for after a retry',
    change: (it) => ({ ...it, durations: { ...it.durations, nodegroupCreate: 70 * 60_000 } }),
    script: [run({ exit: 1, code: 'LimitReached' }), ...retry()],
  },
  {
    name: 'new-group-refused',
    topic,
    goesWrong: 'EKS refuses to make the group: the quota is used up',
    happens: 'parks with the words of EKS',
    change: withFaults({
      answers: [eks('CreateNodegroup', 400, 'ResourceLimitExceededException', 'Nodegroup limit exceeded')],
    }),
    script: [run({ exit: 1, says: ['Nodegroup limit exceeded'] }), mended, ...retry()],
  },
  {
    name: 'new-group-answer-lost',
    topic,
    goesWrong: 'The group is made, and the answer is lost',
    happens: 'asks again with the same token: one group',
    change: withFaults({ answers: [{ of: ['eks:CreateNodegroup'], times: 1, performed: true, give: 'half' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'new-group-name-taken',
    topic,
    goesWrong: 'Somebody makes a group of the same name while the control plane is updated',
    happens: 'parks and says whose it is not; nothing of it is changed',
    change: withFaults({
      happenings: [
        {
          begins: { ...WHEN.controlPlaneStarted, after: '28m08s' },
          what: {
            call: 'eks:CreateNodegroup',
            request: {
              clusterName: 'ekstest',
              nodegroupName: NEW,
              subnets: SUBNETS,
              nodeRole: 'arn:aws:iam::111122223333:role/ekstest-nodes',
              scalingConfig: { minSize: 1, maxSize: 1, desiredSize: 1 },
              instanceTypes: ['t3.medium'],
            },
          },
        },
      ],
    }),
    script: [
      run({ exit: 1 }),
      later(10),
      happens('they delete it again', {
        call: 'eks:DeleteNodegroup',
        request: { clusterName: 'ekstest', nodegroupName: NEW },
      }),
      later(10),
      ...retry(),
    ],
  },
  {
    name: 'new-group-without-addresses',
    topic,
    goesWrong: 'The subnets run out of addresses while the control plane is updated',
    happens: 'stops before the group is made, because the check is repeated right before it',
    change: withFaults({
      happenings: SUBNETS.map((subnet) => ({
        begins: { ...WHEN.controlPlaneStarted, after: '20m' },
        what: { set: { subnet, availableIpAddressCount: 2 } },
      })),
    }),
    script: [
      run({ exit: 1, says: ['subnet-0a101000000000000'] }),
      ...SUBNETS.map((subnet) =>
        happens(`${subnet} has addresses again`, { set: { subnet, availableIpAddressCount: 200 } }),
      ),
      ...retry(),
    ],
  },
  {
    name: 'new-group-addresses-gone',
    topic,
    goesWrong: 'The subnets run out of addresses while the group is made',
    happens: 'parks with the health issue of the group; after it is deleted a retry makes it again',
    change: withFaults({ nodegroupCreations: [{ name: NEW, ...NO_ADDRESSES, times: 1 }] }),
    script: [
      run({ exit: 1, code: 'NodeGroupFailed', says: [NO_ADDRESSES.code, NO_ADDRESSES.message] }),
      happens('the operator deletes the failed group', {
        call: 'eks:DeleteNodegroup',
        request: { clusterName: 'ekstest', nodegroupName: NEW },
      }),
      later(10),
      ...retry(),
    ],
  },
  {
    name: 'new-node-never-joins',
    topic,
    goesWrong: 'One of the new nodes never joins the cluster',
    happens:
      'parks when EKS gives the group up, with its words; the old nodes are untouched; an abort lists the group that stays',
    change: withFaults({ nodes: [{ group: NEW, index: 1, never: 'join' }] }),
    script: [run({ exit: 1 }), mended, later(10), ...abort()],
  },
  {
    name: 'new-node-never-ready',
    topic,
    goesWrong: 'One of the new nodes joins and never gets Ready',
    happens:
      'parks when EKS gives the group up, with its words; after the failed group is deleted a retry makes it again',
    change: withFaults({ nodes: [{ group: NEW, index: 1, never: 'ready' }] }),
    script: [
      run({ exit: 1 }),
      mended,
      happens('the operator deletes the failed group', {
        call: 'eks:DeleteNodegroup',
        request: { clusterName: 'ekstest', nodegroupName: NEW },
      }),
      later(10),
      ...retry(),
    ],
  },
  {
    name: 'new-node-ready-and-then-not',
    topic,
    goesWrong: 'A new node is Ready, and NotReady again before the drain is done',
    happens: 'the drain does not go on on a weaker cluster: parks and names the node; goes on once it is Ready',
    change: withFaults({
      happenings: [{ begins: WHEN.evicting, what: { node: { of: { group: NEW, index: 0 }, ready: 'Unknown' } } }],
    }),
    script: [
      run({ exit: 1 }),
      happens('the node is Ready again', { node: { of: { group: NEW, index: 0 }, ready: 'True' } }),
      ...retry(),
    ],
  },
  {
    name: 'old-group-delete-failed',
    topic,
    goesWrong: 'The deletion of the old group ends in DELETE_FAILED',
    happens: 'parks with the health issues; a retry deletes it again once the cause is mended',
    change: withFaults({
      nodegroupDeletions: [
        {
          name: OLD,
          code: 'Ec2SecurityGroupDeletionFailure',
          message: 'DependencyViolation - resource has a dependent object',
          resourceIds: ['sg-0e5700000000000000'],
          times: 1,
        },
      ],
    }),
    script: [run({ exit: 1, says: ['DependencyViolation'] }), ...retry()],
  },
  {
    name: 'old-group-delete-slow',
    topic,
    goesWrong: 'The old group is still DELETING after 30 minutes',
    happens: 'parks at the limit; after a retry the same deletion is waited for',
    change: (it) => ({ ...it, durations: { ...it.durations, nodegroupDelete: 50 * 60_000 } }),
    script: [run({ exit: 1, code: 'LimitReached' }), ...retry()],
  },
  {
    name: 'old-group-delete-answer-lost',
    topic,
    goesWrong: 'The deletion is started, and the answer is lost',
    happens: 'looks, sees the group DELETING, and waits: nothing is deleted twice',
    change: withFaults({ answers: [{ of: ['eks:DeleteNodegroup'], times: 1, performed: true, give: 'reset' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'old-group-delete-denied',
    topic,
    goesWrong: 'The caller may not delete the old group',
    happens: 'parks with the words of IAM; the old, empty group stays',
    change: withFaults({
      answers: [
        eks(
          'DeleteNodegroup',
          403,
          'AccessDeniedException',
          'User: arn:aws:sts::111122223333:assumed-role/upgrader/ci is not authorized to perform: eks:DeleteNodegroup',
        ),
      ],
    }),
    script: [run({ exit: 1, says: ['is not authorized to perform: eks:DeleteNodegroup'] }), mended, ...retry()],
  },
];
