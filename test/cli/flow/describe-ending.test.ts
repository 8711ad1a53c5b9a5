import { expect, test } from 'vitest';
import type { Ending } from '#engine/host';
import { describeEnding } from '../../../src/cli/flow/describe-ending.ts';
import { NO_OPTIONS } from '../../../src/cli/option-values.ts';
import { endingText } from '../../../src/cli/render/ending-text.ts';
import { record } from '../../builders/run-log.ts';

const failure = {
  code: 'PodStuck',
  message: 'pod default/web-1 has been terminating for 12 min: finalizer example.com/keep',
  hint: 'remove the finalizer, or its cause',
  cause: null,
};
const withContext = (context: object) => record({ snapshot: { status: 'done', context } });

const ENDINGS: readonly { readonly exit: number; readonly worked: string; readonly ending: Ending }[] = [
  {
    exit: 0,
    worked: 'work.releaseCluster',
    ending: { kind: 'finished', record: withContext({ report: ['3 nodes at v1.21.5', 'all workloads ready'] }) },
  },
  { exit: 1, worked: 'work.drain.emptying', ending: { kind: 'parked', record: record(), failure } },
  {
    exit: 1,
    worked: 'work.drain.comingBack',
    ending: {
      kind: 'parked',
      record: withContext({ mayGoOn: true }),
      failure: { ...failure, code: 'LimitReached', message: 'Deployment/default/web has 1 of 3 ready' },
    },
  },
  {
    exit: 3,
    worked: 'work.preflight.checking',
    ending: {
      kind: 'blocked',
      record: withContext({
        failure: {
          ...failure,
          code: 'ChecksBlock',
          message:
            'TOO_FEW_ADDRESSES_FOR_NODES subnet-a: 2 free, 10 needed\nPSP_MISSING eks.privileged: it does not exist',
          hint: 'add a subnet',
        },
      }),
    },
  },
  { exit: 4, worked: 'work.startQuestion', ending: { kind: 'gate', record: record(), gate: 'control-plane' } },
  { exit: 4, worked: 'work.deleteQuestion', ending: { kind: 'gate', record: record(), gate: 'delete-old-nodes' } },
  {
    exit: 4,
    worked: 'work.controlPlane.updating',
    ending: { kind: 'paused', record: record(), by: 'anna@box', why: 'SIGINT' },
  },
  {
    exit: 5,
    worked: 'work.holdCluster',
    ending: {
      kind: 'held',
      record: withContext({ report: ['held by run 20211109-070000-aaaa', 'its log: /mnt/runs'] }),
    },
  },
  { exit: 5, worked: 'work.drain.emptying', ending: { kind: 'superseded', by: 'runner-b' } },
  {
    exit: 6,
    worked: 'work.startQuestion',
    ending: { kind: 'aborted', record: withContext({ report: [] }) },
  },
  {
    exit: 6,
    worked: 'aborting.listing',
    ending: {
      kind: 'aborted',
      record: withContext({
        report: [
          'control plane at 1.21',
          'node group managed-ng-21; aws eks delete-nodegroup --cluster-name ekstest --nodegroup-name managed-ng-21',
        ],
      }),
    },
  },
];

test('each ending has its exit code and says what happened, how the cluster stands, and what to type', async () => {
  let golden = '';
  for (const { exit, worked, ending } of ENDINGS) {
    const options = { ...NO_OPTIONS, state: '/mnt/my runs', profile: 'prod' };
    const report = describeEnding({
      run: '20211109-083038-7f3a',
      hop: { from: '1.20', to: '1.21' },
      cluster: 'ekstest',
      region: 'ap-northeast-1',
      worked,
      ending,
      options,
    });
    expect(report.exit).toBe(exit);
    expect(report.resumable).toBe(exit === 1 || exit === 4);
    golden += `# ${ending.kind}, exit ${report.exit}${endingText(report)}\n`;
  }
  await expect(golden).toMatchFileSnapshot('../../golden/cli/endings.txt');
});
