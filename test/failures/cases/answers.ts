import { mended, retry, run } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';
import { withFaults } from '../with-faults.ts';
import { eks, WHEN } from './shapes.ts';

const topic = 'Answers that do not come, or not as they should';
const THROTTLED = { status: 429, code: 'ThrottlingException', message: 'Rate exceeded' };
const BROKEN = { status: 503, code: 'ServiceUnavailableException', message: 'Service is unavailable' };

/** What can go wrong on the way to AWS and to the API server. */
export const answers: readonly FailureCase[] = [
  {
    name: 'aws-throttled',
    topic,
    goesWrong: 'AWS throttles every call for two minutes while the control plane is updated',
    happens: 'waits and says so; the update goes on in EKS',
    change: withFaults({
      answers: [{ of: ['eks:*', 'ec2:*'], begins: WHEN.controlPlaneStarted, lasts: '2m', give: THROTTLED }],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'aws-throttled-now-and-then',
    topic,
    goesWrong: 'AWS throttles every fourth call for ten minutes',
    happens: 'slows down, and the run is finished',
    change: withFaults({
      answers: [{ of: ['eks:*', 'ec2:*'], begins: WHEN.groupMade, lasts: '10m', every: 4, give: THROTTLED }],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'aws-unavailable',
    topic,
    goesWrong: 'EKS answers 503 for ten minutes while the new group is made',
    happens: 'waits and says so',
    change: withFaults({ answers: [{ of: ['eks:*'], begins: WHEN.groupMade, lasts: '10m', give: BROKEN }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'aws-connections-reset',
    topic,
    goesWrong: 'Each third connection to AWS is reset, twenty in all',
    happens: 'asks again, writes with the same token; nothing is done twice',
    change: withFaults({ answers: [{ of: ['eks:*', 'ec2:*'], every: 3, times: 20, give: 'reset' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'aws-half-answers',
    topic,
    goesWrong: 'Answers of EKS break off in the middle for two minutes',
    happens: 'an answer that cannot be read is "unknown", never "absent": waits',
    change: withFaults({ answers: [{ of: ['eks:*'], begins: WHEN.groupMade, lasts: '2m', give: 'half' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'aws-proxy-page',
    topic,
    goesWrong: 'A proxy answers in the place of EKS with a page in HTML for two minutes',
    happens: 'waits and shows what came instead of an answer',
    change: withFaults({ answers: [{ of: ['eks:*'], begins: WHEN.groupMade, lasts: '2m', give: 'html' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'aws-proxy-page-for-hours',
    topic,
    goesWrong: 'A proxy answers in the place of EKS for hours',
    happens: 'parks with what came instead of an answer; goes on after a retry',
    change: withFaults({ answers: [{ of: ['eks:*'], begins: WHEN.groupMade, give: 'html' }] }),
    script: [run({ exit: 1 }), mended, ...retry()],
  },
  {
    name: 'kubernetes-away-at-the-start',
    topic,
    goesWrong: 'The API server cannot be reached at the start',
    happens: 'blocked before any change, with the address and the words of the system',
    change: withFaults({ answers: [{ of: ['k8s:*'], give: 'reset' }] }),
    script: [run({ exit: 3 }), mended, run({ exit: 0 })],
  },
  {
    name: 'aws-away-at-the-start',
    topic,
    goesWrong: 'EKS cannot be reached at the start',
    happens: 'blocked before any change, with the words of the system',
    change: withFaults({ answers: [{ of: ['eks:*'], give: 'reset' }] }),
    script: [run({ exit: 3 }), mended, run({ exit: 0 })],
  },
  {
    name: 'cluster-missing',
    topic,
    goesWrong: 'There is no such cluster',
    happens: 'blocked before any change, with the words of EKS and the region that was asked',
    change: withFaults({
      answers: [eks('DescribeCluster', 404, 'ResourceNotFoundException', 'No cluster found for name: ekstest.')],
    }),
    script: [run({ exit: 3, says: ['No cluster found for name: ekstest.', 'ap-northeast-1'] })],
  },
  {
    name: 'kubernetes-away-for-hours',
    topic,
    goesWrong: 'The API server stays away in the drain',
    happens: 'waits and says since when, parks after the limit; the cordons stay, nothing else is touched',
    change: withFaults({ answers: [{ of: ['k8s:*'], begins: WHEN.evicting, give: 'reset' }] }),
    script: [run({ exit: 1 }), mended, ...retry()],
  },
  {
    name: 'kubernetes-unavailable',
    topic,
    goesWrong: 'The API server answers 503 for two minutes in the drain',
    happens: 'waits and says so',
    change: withFaults({
      answers: [
        {
          of: ['k8s:*'],
          begins: WHEN.evicting,
          lasts: '2m',
          give: { status: 503, code: 'ServiceUnavailable', message: 'etcdserver: leader changed' },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'kubernetes-throttled',
    topic,
    goesWrong: 'The API server answers 429 with Retry-After to every call for a minute',
    happens: 'comes back when the server says',
    change: withFaults({
      answers: [
        {
          of: ['k8s:*'],
          begins: WHEN.evicting,
          lasts: '1m',
          give: { status: 429, code: 'TooManyRequests', message: 'too many requests', headers: { 'retry-after': '1' } },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'kubernetes-half-answers',
    topic,
    goesWrong: 'Lists and objects of Kubernetes break off in the middle for two minutes',
    happens: 'waits; half a list is never taken for the whole',
    change: withFaults({ answers: [{ of: ['k8s:*'], begins: WHEN.evicting, lasts: '2m', give: 'half' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'kubernetes-proxy-page',
    topic,
    goesWrong: 'A proxy answers in the place of the API server for two minutes',
    happens: 'waits and shows what came instead of an answer',
    change: withFaults({ answers: [{ of: ['k8s:*'], begins: WHEN.evicting, lasts: '2m', give: 'html' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'kubernetes-hangs',
    topic,
    goesWrong: 'The API server takes a request and never answers',
    happens: 'gives up after its own limit for one call, and asks again',
    change: withFaults({ answers: [{ of: ['k8s:list pods'], begins: WHEN.cordoned, times: 1, give: 'hang' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'aws-hangs',
    topic,
    goesWrong: 'EKS takes a request and never answers',
    happens: 'gives up after its own limit for one call, and asks again',
    change: withFaults({
      answers: [{ of: ['eks:DescribeNodegroup'], begins: WHEN.groupMade, times: 1, give: 'hang' }],
    }),
    script: [run({ exit: 0 })],
  },
];
