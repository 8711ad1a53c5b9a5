import { abort, happens, later, resume, retry, run } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';
import { withFaults } from '../with-faults.ts';
import { budgetFor, WHEN } from './shapes.ts';

const topic = 'Somebody else';
const OLD = 'managed-ng-20';
const NEW = 'managed-ng-21';
const unschedulable = (value: boolean | null) => ({ spec: { unschedulable: value } });
const scaling = (minSize: number, maxSize: number, desiredSize: number) => ({ minSize, maxSize, desiredSize });
const LEASE = { namespace: 'kube-system', name: 'eks-upgrade-runbook' };

/** What other people and programs do to the cluster meanwhile. */
export const somebodyElse: readonly FailureCase[] = [
  {
    name: 'old-group-resized',
    topic,
    goesWrong: 'Somebody makes the old group larger in the drain',
    happens:
      'parks and names the sizes and the update; a retry freezes the group anew, and the node that has joined is cordoned and drained too',
    change: withFaults({
      happenings: [
        {
          begins: WHEN.evicting,
          what: {
            call: 'eks:UpdateNodegroupConfig',
            request: { clusterName: 'ekstest', nodegroupName: OLD, scalingConfig: scaling(3, 5, 4) },
          },
        },
      ],
    }),
    script: [
      run({ exit: 1 }),
      happens('the size is put back', {
        call: 'eks:UpdateNodegroupConfig',
        request: { clusterName: 'ekstest', nodegroupName: OLD, scalingConfig: scaling(3, 3, 3) },
      }),
      later(5),
      ...retry(),
    ],
  },
  {
    name: 'new-node-cordoned',
    topic,
    goesWrong: 'Somebody cordons a new node in the drain',
    happens:
      'their cordon stays; before a node is emptied whose pods could not start again where their volumes are, the run waits five minutes and parks',
    change: withFaults({
      happenings: [
        {
          begins: WHEN.evicting,
          what: { call: 'k8s:patch nodes', of: { group: NEW, index: 0 }, body: unschedulable(true) },
        },
      ],
    }),
    script: [
      run({ exit: 1, code: 'NoNodeForVolume', says: ['is cordoned', 'default/statefulset-0'] }),
      happens('they uncordon it', { call: 'k8s:patch nodes', of: { group: NEW, index: 0 }, body: unschedulable(null) }),
      ...retry(),
    ],
  },
  {
    name: 'old-node-uncordoned',
    topic,
    goesWrong: 'Somebody uncordons an old node in the drain',
    happens: 'it is cordoned again before anything more is evicted',
    change: withFaults({
      happenings: [
        {
          begins: WHEN.evicting,
          what: { call: 'k8s:patch nodes', of: { group: OLD, index: 2 }, body: unschedulable(null) },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'old-node-deleted',
    topic,
    goesWrong: 'Somebody deletes an old node while it waits for its drain',
    happens: 'its pods are somewhere else by then: the run goes on and says so',
    change: withFaults({
      happenings: [{ begins: WHEN.evicting, what: { call: 'k8s:delete nodes', of: { group: OLD, index: 2 } } }],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'new-node-deleted',
    topic,
    goesWrong: 'Somebody deletes a new node in the drain',
    happens: 'waits and parks before a pod is evicted that could not start again where its volume is',
    change: withFaults({
      happenings: [{ begins: WHEN.evicting, what: { call: 'k8s:delete nodes', of: { group: NEW, index: 0 } } }],
    }),
    script: [run({ exit: 1, code: 'NoNodeForVolume', says: ['no other node is there'] }), ...abort()],
  },
  {
    name: 'new-group-deleted',
    topic,
    goesWrong: 'Somebody deletes the new group during the bake',
    happens: 'the old group is not deleted: the check right before the delete blocks',
    change: withFaults({
      happenings: [
        {
          begins: { with: 'k8s:evict pods', nth: 8, after: '2m' },
          what: { call: 'eks:DeleteNodegroup', request: { clusterName: 'ekstest', nodegroupName: NEW } },
        },
      ],
    }),
    script: [run({ exit: 1, code: 'ChecksBlock', says: ['REPLACEMENT_NOT_READY'] }), ...abort()],
  },
  {
    name: 'old-group-deleted',
    topic,
    goesWrong: 'Somebody deletes the old group during the bake',
    happens: 'sees that it is gone, deletes nothing, and goes on',
    change: withFaults({
      happenings: [
        {
          begins: { with: 'k8s:evict pods', nth: 8, after: '2m' },
          what: { call: 'eks:DeleteNodegroup', request: { clusterName: 'ekstest', nodegroupName: OLD } },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'lease-deleted',
    topic,
    goesWrong: 'Somebody deletes the Lease by which the run holds the cluster',
    happens:
      'nothing more is done without it; resume refuses until the operator says that the cluster may be taken again',
    change: withFaults({
      happenings: [{ begins: WHEN.evicting, what: { call: 'k8s:delete leases', of: LEASE } }],
    }),
    script: [
      run({ exit: 5, code: 'LeaseMissing' }),
      resume({ exit: 5, code: 'LeaseMissing' }),
      { types: ['resume', '--take-over', '--now', '--yes', '--approve', 'delete-old-nodes'], exit: 0 },
    ],
  },
  {
    name: 'cluster-replaced',
    topic,
    goesWrong: 'The cluster is deleted and made again under the same name while the run is parked',
    happens: 'resume refuses: names what differs, leaves the log untouched',
    change: withFaults({
      updates: [{ of: 'cluster', status: 'Failed', times: 1 }],
    }),
    script: [
      run({ exit: 1 }),
      happens('the cluster is made again', { set: { cluster: { createdAt: '2022-03-05T18:00:00Z' } } }),
      { types: ['retry'], exit: 0 },
      resume({ exit: 2, code: 'TargetDiffers' }),
    ],
  },
  {
    name: 'cluster-replaced-meanwhile',
    topic,
    goesWrong: 'The cluster is replaced under the same name while the run waits',
    happens: 'stops before the next change: nothing is done to a cluster that is another one',
    change: withFaults({
      happenings: [
        {
          begins: { ...WHEN.controlPlaneStarted, after: '5m' },
          what: { set: { cluster: { createdAt: '2022-03-05T17:34:00Z' } } },
        },
      ],
    }),
    script: [run({ exit: 1, code: 'ClusterReplaced' })],
  },
  {
    name: 'policy-deleted',
    topic,
    goesWrong: 'Somebody deletes the PodSecurityPolicy eks.privileged while the control plane is updated',
    happens: 'stops before the new nodes, because the check is repeated right before them',
    change: withFaults({
      happenings: [
        {
          begins: WHEN.controlPlaneStarted,
          what: { call: 'k8s:delete podsecuritypolicies', of: { name: 'eks.privileged' } },
        },
      ],
    }),
    script: [
      run({ exit: 1, code: 'ChecksBlock', says: ['eks.privileged'] }),
      happens('the policy is restored', {
        call: 'k8s:create podsecuritypolicies',
        body: {
          apiVersion: 'policy/v1beta1',
          kind: 'PodSecurityPolicy',
          metadata: { name: 'eks.privileged' },
          spec: { privileged: true },
        },
      }),
      ...retry(),
    ],
  },
  {
    name: 'group-updated-meanwhile',
    topic,
    goesWrong: 'Somebody starts an update of the old group while the new one is made',
    happens: 'the update has ended before the drain, whose check would wait for its end',
    change: withFaults({
      happenings: [
        {
          begins: WHEN.groupMade,
          what: {
            call: 'eks:UpdateNodegroupConfig',
            request: { clusterName: 'ekstest', nodegroupName: OLD, labels: { addOrUpdateLabels: { team: 'b' } } },
          },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
  {
    name: 'budget-made-meanwhile',
    topic,
    goesWrong: 'A budget that allows one pod at a time appears in the drain',
    happens: 'is kept from the next eviction on',
    change: withFaults({
      happenings: [
        {
          begins: WHEN.evicting,
          what: {
            call: 'k8s:create poddisruptionbudgets',
            of: { namespace: 'default' },
            body: budgetFor('one', { maxUnavailable: 1 }),
          },
        },
      ],
    }),
    script: [run({ exit: 0 })],
  },
];
