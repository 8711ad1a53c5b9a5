import type { Change } from '../../e2e/unhealthy.ts';
import { happens, later, mended, retry, run, skip } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';
import { withFaults } from '../with-faults.ts';
import { budgetFor, kubernetes, WHEN } from './shapes.ts';

const topic = 'The drain';
const OLD = 'managed-ng-20';
const finalizers = (of: object, list: readonly string[] | null) => ({
  call: 'k8s:patch pods',
  of,
  body: { metadata: { finalizers: list } },
});
const WEB0 = { namespace: 'default', name: 'statefulset-1' };

/** New pods of the Deployment never get ready. */
const neverReady: Change = (it) => ({
  ...it,
  objects: it.objects.map((object) => {
    if (object.kind !== 'Deployment' || object.metadata.name !== 'deployment') return object;
    const spec = object.spec as { template: { metadata: object } };
    const metadata = { ...spec.template.metadata, annotations: { 'twin/ready': 'never' } };
    return { ...object, spec: { ...spec, template: { ...spec.template, metadata } } };
  }),
});

const rolledBack = happens('its image is rolled back', {
  call: 'k8s:patch deployments',
  of: { namespace: 'default', name: 'deployment' },
  body: { spec: { template: { metadata: { annotations: { 'twin/ready': null } } } } },
});

/** What can go wrong while the old nodes are emptied. */
export const drain: readonly FailureCase[] = [
  {
    name: 'budget-closes',
    topic,
    goesWrong: 'A budget that allows nothing appears after the checks',
    happens: 'stops before the drain, because the check is repeated right before it, and names the budget',
    change: withFaults({
      happenings: [
        {
          begins: WHEN.groupMade,
          what: {
            call: 'k8s:create poddisruptionbudgets',
            of: { namespace: 'default' },
            body: budgetFor('closed', { maxUnavailable: 0 }),
          },
        },
      ],
    }),
    script: [
      run({ exit: 1, says: ['default/closed'] }),
      happens('the budget is deleted', {
        call: 'k8s:delete poddisruptionbudgets',
        of: { namespace: 'default', name: 'closed' },
      }),
      ...retry(),
    ],
  },
  {
    name: 'budget-closes-in-the-drain',
    topic,
    goesWrong: 'A budget that allows nothing appears in the middle of the drain',
    happens: 'says which budget holds which pod with its numbers; one that can never allow an eviction parks at once',
    change: withFaults({
      happenings: [
        {
          begins: WHEN.evicting,
          what: {
            call: 'k8s:create poddisruptionbudgets',
            of: { namespace: 'default' },
            body: budgetFor('closed', { maxUnavailable: 0 }),
          },
        },
      ],
    }),
    script: [
      run({ exit: 1, says: ['default/closed'] }),
      happens('the budget is deleted', {
        call: 'k8s:delete poddisruptionbudgets',
        of: { namespace: 'default', name: 'closed' },
      }),
      ...retry(),
    ],
  },
  {
    name: 'budgets-not-observed',
    topic,
    goesWrong: 'The disruption controller is down: nobody counts what the budgets allow',
    happens: 'waits and says so, parks after the limit; nothing is evicted past a budget',
    change: (it) =>
      withFaults({ disruptionControllerDown: true })({
        ...it,
        objects: [...it.objects, budgetFor('app', { maxUnavailable: 1 })],
      }),
    script: [run({ exit: 1, code: 'LimitReached', says: ['PDB_STALE'] }), mended, ...retry()],
  },
  {
    name: 'pod-with-finalizer',
    topic,
    goesWrong: 'A pod has a finalizer that nobody removes',
    happens: 'waits its grace and ten minutes, names the finalizer, parks; never deletes by force',
    change: withFaults({
      happenings: [{ begins: WHEN.groupMade, what: finalizers(WEB0, ['example.com/keep']) as never }],
    }),
    script: [
      run({ exit: 1, code: 'PodStuck', says: ['example.com/keep', 'default/statefulset-1'] }),
      happens('the finalizer is removed', finalizers(WEB0, null)),
      ...retry(),
    ],
  },
  {
    name: 'kubelet-dead',
    topic,
    goesWrong: 'The kubelet of an old node dies while its pods are evicted: they never end',
    happens: 'says that the node does not answer, parks after the limit',
    change: withFaults({
      happenings: [{ begins: WHEN.cordoned, what: { node: { of: { group: OLD, index: 0 }, ready: 'Unknown' } } }],
    }),
    script: [
      run({ exit: 1 }),
      happens('the node answers again', { node: { of: { group: OLD, index: 0 }, ready: 'True' } }),
      later(5),
      ...retry(),
    ],
  },
  {
    name: 'evictions-throttled',
    topic,
    goesWrong: 'The API server has too much to do and refuses evictions with 429 and Retry-After',
    happens: 'comes back when the server says',
    change: withFaults({
      answers: [
        {
          of: ['k8s:evict pods'],
          times: 4,
          give: {
            status: 429,
            code: 'TooManyRequests',
            message: 'The server has received too many requests and has asked us to try again later',
            headers: { 'retry-after': '7' },
          },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'eviction-refused-by-webhook',
    topic,
    goesWrong: 'An admission webhook denies an eviction',
    happens: 'says so in the words of the webhook, asks again, parks at the limit of the node',
    change: withFaults({
      answers: [
        kubernetes(
          'evict pods',
          403,
          'Forbidden',
          'admission webhook "guard.example.com" denied the request: freeze until Monday',
        ),
      ],
    }),
    script: [run({ exit: 1, says: ['guard.example.com', 'freeze until Monday'] }), mended, ...retry()],
  },
  {
    name: 'eviction-webhook-down',
    topic,
    goesWrong: 'A webhook on evictions does not answer for two minutes',
    happens: 'tries again, says why, and goes on when it answers',
    change: withFaults({
      answers: [
        kubernetes(
          'evict pods',
          500,
          'InternalError',
          'Internal error occurred: failed calling webhook "guard.example.com": context deadline exceeded',
          {
            begins: WHEN.cordoned,
            lasts: '2m',
          },
        ),
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'eviction-answer-lost',
    topic,
    goesWrong: 'A pod is evicted, and the answer is lost',
    happens: 'looks at the pod: it is ending, nothing is evicted twice',
    change: withFaults({ answers: [{ of: ['k8s:evict pods'], times: 2, performed: true, give: 'reset' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'workload-not-back',
    topic,
    goesWrong: 'What was evicted does not get ready on the new node',
    happens: 'the next node waits; parks after the limit with the numbers; goes on when it is ready again',
    change: neverReady,
    script: [
      run({ exit: 1, code: 'LimitReached', says: ['Deployment/default/deployment'] }),
      rolledBack,
      later(10),
      ...retry(),
    ],
  },
  {
    name: 'cordon-refused',
    topic,
    goesWrong: 'A node cannot be cordoned',
    happens: 'stops the group before any eviction, with the words of the server',
    change: withFaults({
      answers: [
        kubernetes('patch nodes', 403, 'Forbidden', 'nodes "ip-10-0-101-193" is forbidden: denied by policy', {
          begins: { with: 'k8s:patch nodes' },
        }),
      ],
    }),
    script: [run({ exit: 1, says: ['denied by policy'] }), mended, ...retry()],
  },
  {
    name: 'cordon-answer-lost',
    topic,
    goesWrong: 'A node is cordoned, and the answer is lost',
    happens: 'looks: the cordon is ours, and goes on',
    change: withFaults({ answers: [{ of: ['k8s:patch nodes'], times: 1, performed: true, give: 'reset' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'api-away-in-the-drain',
    topic,
    goesWrong: 'The API server is away for two minutes in the middle of the drain',
    happens: 'waits and says so; watches are opened again',
    change: withFaults({ answers: [{ of: ['k8s:*'], begins: WHEN.evicting, lasts: '2m', give: 'reset' }] }),
    script: [run({ exit: 0, says: ['cannot watch pods', 'ends when the API server answers'] })],
    isMetByWatches: true,
  },
  {
    name: 'skip-a-workload',
    topic,
    goesWrong: 'What was evicted does not get ready, and the operator knows why',
    happens:
      'skip is offered there: the next node is drained; the old nodes are not deleted before the workload is back',
    change: neverReady,
    script: [
      run({ exit: 1, code: 'LimitReached', says: ['upgrade skip'] }),
      ...skip({ exit: 1, code: 'LimitReached' }),
      ...skip({ exit: 1, code: 'LimitReached' }),
      ...skip({ exit: 1, code: 'ChecksBlock', says: ['WORKLOAD_WORSE_THAN_BEFORE'] }),
      rolledBack,
      later(10),
      ...retry(),
    ],
    isPlayedByHand: 'the operator skips the wait for a workload',
  },
];
