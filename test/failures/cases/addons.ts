import { happens, mended, retry, run } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';
import { withFaults } from '../with-faults.ts';
import { eks, WHEN } from './shapes.ts';

const topic = 'Add-ons';
const CONFLICT = {
  errorCode: 'ConfigurationConflict',
  errorMessage: 'Conflicts found when trying to apply. Will not continue due to resolve conflicts mode.',
  resourceIds: ['coredns'],
};

/** What can go wrong with add-ons. */
export const addons: readonly FailureCase[] = [
  {
    name: 'addon-update-failed',
    topic,
    goesWrong: 'The update of an add-on ends Failed',
    happens: 'parks with the errors of EKS; a retry starts a new update',
    change: withFaults({ updates: [{ of: 'addon', name: 'coredns', status: 'Failed', errors: [CONFLICT], times: 1 }] }),
    script: [run({ exit: 1, says: [CONFLICT.errorCode, CONFLICT.errorMessage] }), ...retry()],
  },
  {
    name: 'addon-degraded',
    topic,
    goesWrong: 'The update is Successful, and the add-on is DEGRADED',
    happens: 'waits for ACTIVE, parks at the limit with its health issues; goes on once it is ACTIVE',
    change: withFaults({
      updates: [
        {
          of: 'addon',
          name: 'coredns',
          status: 'Successful',
          times: 1,
          leaves: {
            status: 'DEGRADED',
            health: [
              {
                code: 'InsufficientNumberOfReplicas',
                message: 'The add-on is unhealthy because it does not have the desired number of replicas.',
              },
            ],
          },
        },
      ],
    }),
    script: [
      run({ exit: 1, says: ['InsufficientNumberOfReplicas'] }),
      happens('coredns recovers', { set: { addon: 'coredns', status: 'ACTIVE', health: [] } }),
      ...retry(),
    ],
  },
  {
    name: 'addon-slow',
    topic,
    goesWrong: 'The update of an add-on takes longer than 20 minutes',
    happens: 'parks at the limit; after a retry the same update is followed',
    change: (it) => ({ ...it, durations: { ...it.durations, addonUpdate: 30 * 60_000 } }),
    script: [run({ exit: 1, code: 'LimitReached' }), ...retry({ exit: 1, code: 'LimitReached' }), ...retry()],
  },
  {
    name: 'addon-answer-lost',
    topic,
    goesWrong: 'The update is started, and the answer is lost',
    happens: 'asks again with the same token: one update',
    change: withFaults({ answers: [{ of: ['eks:UpdateAddon'], times: 1, performed: true, give: 'reset' }] }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'addon-other-update-running',
    topic,
    goesWrong: 'Somebody else updates the add-on to another version at the same time',
    happens: 'waits for the end of the update that runs, then starts its own',
    change: withFaults({
      happenings: [
        {
          begins: WHEN.deleting,
          what: {
            call: 'eks:UpdateAddon',
            request: {
              clusterName: 'ekstest',
              addonName: 'kube-proxy',
              addonVersion: 'v1.20.7-eksbuild.1',
              resolveConflicts: 'OVERWRITE',
            },
          },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'addon-removed',
    topic,
    goesWrong: 'Somebody removes the add-on before it is updated',
    happens: 'parks with the words of EKS; goes on once it is there again',
    change: withFaults({
      answers: [
        eks('UpdateAddon', 404, 'ResourceNotFoundException', 'No addon: coredns found in cluster: ekstest', {
          begins: WHEN.deleting,
        }),
      ],
    }),
    script: [run({ exit: 1, says: ['No addon: coredns'] }), mended, ...retry()],
  },
  {
    name: 'skip-where-it-harms',
    topic,
    goesWrong: 'An add-on cannot be updated, and the operator types skip',
    happens: 'is refused with what skip is for: an add-on that is left behind may not fit the control plane',
    change: withFaults({ updates: [{ of: 'addon', name: 'coredns', status: 'Failed', errors: [CONFLICT], times: 1 }] }),
    script: [run({ exit: 1, code: 'UpdateFailed' }), { types: ['skip'], exit: 2, says: ['skip is for'] }, ...retry()],
  },
  {
    name: 'addon-throttled',
    topic,
    goesWrong: 'UpdateAddon is throttled',
    happens: 'asks again with the same token',
    change: withFaults({
      answers: [eks('UpdateAddon', 429, 'TooManyRequestsException', 'Too Many Requests', { times: 4 })],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'addon-refused',
    topic,
    goesWrong: 'EKS refuses the version of the add-on',
    happens: 'parks with the words of EKS',
    change: withFaults({
      answers: [eks('UpdateAddon', 400, 'InvalidParameterException', 'Addon version specified is not supported')],
    }),
    script: [run({ exit: 1, says: ['Addon version specified is not supported'] }), mended, ...retry()],
  },
];
