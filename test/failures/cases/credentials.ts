import { mended, resume, retry, run } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';
import { withFaults } from '../with-faults.ts';
import { eks, kubernetes, WHEN } from './shapes.ts';

const topic = 'Credentials and rights';
const EXPIRED = {
  status: 403,
  code: 'ExpiredTokenException',
  message: 'The security token included in the request is expired',
};
const UNAUTHORIZED = { status: 401, code: 'Unauthorized', message: 'Unauthorized' };

/** What can go wrong with who we are and what we may do. */
export const credentials: readonly FailureCase[] = [
  {
    name: 'aws-credentials-end',
    topic,
    goesWrong: 'The AWS credentials end while the control plane is updated',
    happens: 'pauses with exit 4, in the words of AWS; resume with new ones goes on',
    change: withFaults({
      answers: [{ of: ['eks:*', 'ec2:*', 'sts:*'], begins: WHEN.controlPlaneStarted, give: EXPIRED }],
    }),
    script: [run({ exit: 4, says: ['The security token included in the request is expired'] }), mended, resume()],
  },
  {
    name: 'aws-credentials-ended-at-resume',
    topic,
    goesWrong: 'The AWS credentials are still expired at the resume',
    happens: 'says so and leaves the run as it is',
    change: withFaults({
      answers: [{ of: ['eks:*', 'ec2:*', 'sts:*'], begins: WHEN.controlPlaneStarted, give: EXPIRED }],
    }),
    script: [run({ exit: 4 }), resume({ exit: 4 }), mended, resume()],
  },
  {
    name: 'aws-credentials-expired-at-the-start',
    topic,
    goesWrong: 'The AWS credentials are expired at the start',
    happens: 'blocked before any change, in the words of AWS',
    change: withFaults({ answers: [{ of: ['eks:*', 'ec2:*', 'sts:*'], give: EXPIRED }] }),
    script: [
      run({ exit: 3, says: ['The security token included in the request is expired'] }),
      mended,
      run({ exit: 0 }),
    ],
  },
  {
    name: 'kubernetes-token-expires-once',
    topic,
    goesWrong: 'The Kubernetes token expires in the drain',
    happens: 'logs in again without a word to the operator, and goes on',
    change: withFaults({ answers: [{ of: ['k8s:*'], begins: WHEN.cordoned, times: 1, give: UNAUTHORIZED }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'kubernetes-login-ends',
    topic,
    goesWrong: 'Kubernetes no longer accepts the caller in the drain',
    happens: 'pauses with exit 4; resume goes on once it does',
    change: withFaults({ answers: [{ of: ['k8s:*'], begins: WHEN.evicting, give: UNAUTHORIZED }] }),
    script: [run({ exit: 4, says: ['Unauthorized'] }), mended, resume()],
  },
  {
    name: 'kubernetes-login-refused-at-the-start',
    topic,
    goesWrong: 'Kubernetes does not accept the caller at the start',
    happens: 'blocked before any change',
    change: withFaults({ answers: [{ of: ['k8s:*'], give: UNAUTHORIZED }] }),
    script: [run({ exit: 3, says: ['Unauthorized'] }), mended, run({ exit: 0 })],
  },
  {
    name: 'right-missing-at-the-start',
    topic,
    goesWrong: 'The caller may not evict pods',
    happens: 'blocked before any change, with the verb and the resource',
    change: (it) => ({
      ...it,
      access: { ...it.access, denied: [{ verb: 'create', group: '', resource: 'pods', subresource: 'eviction' }] },
    }),
    script: [run({ exit: 3, says: ['pods/eviction'] })],
  },
  {
    name: 'right-taken-away',
    topic,
    goesWrong: 'The right to evict is taken away in the drain',
    happens: 'parks with the words of the server',
    change: withFaults({
      answers: [
        kubernetes(
          'evict pods',
          403,
          'Forbidden',
          'pods "deployment" is forbidden: User "upgrader" cannot create resource "pods/eviction" in API group "" in the namespace "default"',
          {
            begins: WHEN.evicting,
          },
        ),
      ],
    }),
    script: [run({ exit: 1, says: ['User "upgrader" cannot create resource "pods/eviction"'] }), mended, ...retry()],
  },
  {
    name: 'aws-right-missing',
    topic,
    goesWrong: 'The caller may not start the update of the control plane',
    happens: 'parks with the words of IAM; nothing was changed but the Lease',
    change: (it) => ({ ...it, access: { ...it.access, deniedActions: ['eks:UpdateClusterVersion'] } }),
    script: [run({ exit: 1, says: ['eks:UpdateClusterVersion'] })],
  },
  {
    name: 'aws-read-denied',
    topic,
    goesWrong: 'The caller may no longer describe the update that runs',
    happens: 'parks with the words of IAM; EKS ends the update without us; goes on after a retry',
    change: withFaults({
      answers: [
        eks(
          'DescribeUpdate',
          403,
          'AccessDeniedException',
          'User: arn:aws:sts::111122223333:assumed-role/upgrader/ci is not authorized to perform: eks:DescribeUpdate',
          {
            begins: WHEN.controlPlaneStarted,
          },
        ),
      ],
    }),
    script: [run({ exit: 1, says: ['is not authorized to perform: eks:DescribeUpdate'] }), mended, ...retry()],
  },
];
