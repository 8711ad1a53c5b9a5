import type { Change } from '../../e2e/unhealthy.ts';
import { killedAt } from '../../kill/killed.ts';
import { abort, mended, resume, run } from '../acts.ts';
import type { Act, Done, FailureCase } from '../failure-case.ts';
import { withFaults } from '../with-faults.ts';
import { eks, kubernetes, WHEN } from './shapes.ts';

const topic = 'Runners and people';
const DRAINING = { with: 'k8s:evict pods' } as const;
const RESTORED = 'node group managed-ng-20 gets its sizes back: 1/3/5';
const PATIENT = { exit: 6, says: [RESTORED, 'takes pods again'] } as const;

const killedInTheDrain: Done = {
  told: 'the runner is killed in the drain, right after its first eviction',
  does: async (stage) => void (await killedAt(stage, { kind: 'request', mutating: 8, when: 'after' })),
};

/** Given up in the drain of a group whose sizes had to be frozen. */
const givenUp: readonly Act[] = [killedInTheDrain, { types: ['abort'], exit: 0 }];

/** `ekstest` with sizes of the old group that a freeze changes, and with these faults. */
const frozenWith =
  (faults: Parameters<typeof withFaults>[0]): Change =>
  (scenario) =>
    withFaults(faults)({
      ...scenario,
      nodegroups: scenario.nodegroups.map((it) => ({
        ...it,
        scalingConfig: { minSize: 1, desiredSize: 3, maxSize: 5 },
      })),
    });

/** What can go wrong while a run is given up. */
export const abortCases: readonly FailureCase[] = [
  {
    name: 'abort-throttled',
    topic,
    goesWrong: 'AWS throttles every call about node groups for two minutes during an abort',
    happens: 'waits and says so, then gives back sizes and cordons; the run is aborted',
    change: frozenWith({
      answers: [
        {
          of: ['eks:DescribeNodegroup', 'eks:UpdateNodegroupConfig'],
          begins: DRAINING,
          lasts: '2m',
          give: { status: 429, code: 'ThrottlingException', message: 'Rate exceeded' },
        },
      ],
    }),
    script: [...givenUp, resume(PATIENT)],
  },
  {
    name: 'abort-api-server-unavailable',
    topic,
    goesWrong: 'The API server answers 503 to every change of a node for two minutes during an abort',
    happens: 'waits and says so, then opens the nodes; nothing is done twice',
    change: frozenWith({
      answers: [
        kubernetes('patch nodes', 503, 'ServiceUnavailable', 'the server is currently unable to handle the request', {
          begins: DRAINING,
          lasts: '2m',
        }),
      ],
    }),
    script: [...givenUp, resume(PATIENT)],
  },
  {
    name: 'abort-answer-lost',
    topic,
    goesWrong: 'The answer to the request that gives the sizes back is lost during an abort',
    happens: 'looks again, finds the sizes given back, and ends the abort',
    change: frozenWith({
      answers: [{ of: ['eks:UpdateNodegroupConfig'], begins: DRAINING, times: 1, performed: true, give: 'reset' }],
    }),
    script: [...givenUp, resume({ exit: 6, says: ['takes pods again'] })],
  },
  {
    name: 'abort-credentials-end',
    topic,
    goesWrong: 'The AWS credentials end during an abort',
    happens: 'pauses with exit 4, in the words of AWS; resume with new ones ends the abort',
    change: frozenWith({
      answers: [
        eks(
          'DescribeNodegroup',
          403,
          'ExpiredTokenException',
          'The security token included in the request is expired',
          {
            begins: DRAINING,
          },
        ),
      ],
    }),
    script: [
      ...givenUp,
      resume({ exit: 4, says: ['The security token included in the request is expired', 'aborting, undoing'] }),
      mended,
      resume(PATIENT),
    ],
  },
  {
    name: 'abort-refused',
    topic,
    goesWrong: 'The right to change nodes is gone during an abort',
    happens:
      'parks in the abort, with the words of the server, having told what it gave back before; skip is refused, a retry ends the abort',
    change: frozenWith({
      answers: [kubernetes('patch nodes', 403, 'Forbidden', 'nodes is forbidden: no', { begins: DRAINING })],
    }),
    script: [
      ...givenUp,
      resume({
        exit: 1,
        code: 'UndoIncomplete',
        says: [RESTORED, 'nodes is forbidden: no', 'aborting, undoing', 'it is being given up'],
      }),
      { types: ['status'], exit: 0, says: ['aborting, undoing', 'it is being given up'] },
      { types: ['skip'], exit: 2, says: ['aborting, undoing'] },
      mended,
      { types: ['retry'], exit: 0 },
      resume({ exit: 6, says: ['takes pods again'] }),
    ],
  },
  {
    name: 'abort-while-deleting',
    topic,
    goesWrong: 'The operator gives up while the old group is being deleted',
    happens:
      'keeps the cordons of its nodes, because pods on them would go with the group, and lists them; the abort ends',
    change: (scenario) => ({
      ...withFaults({
        answers: [
          eks('DescribeNodegroup', 403, 'AccessDeniedException', 'no', { begins: { ...WHEN.deleting, after: '10s' } }),
        ],
      })(scenario),
      durations: { ...scenario.durations, nodegroupDelete: 20 * 60_000 },
    }),
    script: [
      run({ exit: 1 }),
      mended,
      ...abort({
        exit: 6,
        says: ['keeps the cordon: its node group managed-ng-20 is DELETING', 'stays cordoned by this run'],
      }),
    ],
  },
];
