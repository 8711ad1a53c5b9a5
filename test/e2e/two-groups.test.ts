import { describe, expect, it } from 'vitest';
import { ekstest } from '../builders/ekstest.ts';
import { Rehearsal } from './rehearsal.ts';
import { loseNodes, once } from './somebody-else.ts';

/** `ekstest` with a second group of two nodes beside the first. */
const twoGroups = () =>
  ekstest((draft) => {
    const [first] = draft.nodegroups;
    draft.nodegroups.push({
      ...structuredClone(first as NonNullable<typeof first>),
      nodegroupName: 'workers-20',
      nodegroupArn: 'arn:aws:eks:ap-northeast-1:111122223333:nodegroup/ekstest/workers-20/x',
      createdAt: '2022-03-04T10:00:00Z',
      scalingConfig: { minSize: 1, maxSize: 4, desiredSize: 2 },
      autoScalingGroups: ['eks-workers-20-x'],
    });
    const node = (address: string) => ({ address, group: 'workers-20', createdAt: '2022-03-04T10:02:00Z' });
    draft.nodes.push(node('10.0.101.50') as never, node('10.0.102.50') as never);
  });

const LATER = 'eks-upgrade-runbook/rotated-later';

const nodesOf = async ({ twin }: Rehearsal) => {
  const nodes = await twin.ports.kubernetes.listNodes();
  return nodes.kind === 'value' ? nodes.value : [];
};

describe('a cluster with two managed node groups', () => {
  it('is rotated group after group, oldest first, and no pod is evicted that this run has moved already', async () => {
    const run = new Rehearsal(twoGroups());
    const pods = await run.twin.ports.kubernetes.listPods();
    const before = new Set(pods.kind === 'value' ? pods.value.map(({ metadata }) => metadata.uid) : []);
    expect((await run.start())?.kind).toBe('finished');
    expect(run.twin.breaches()).toEqual([]);

    const evicted = run.writes().filter(({ operation }) => operation === 'k8s:evict pods');
    const uids = evicted.map(({ parameters }) => (JSON.stringify(parameters).match(/"uid":"([^"]+)"/) ?? [])[1]);
    expect(uids.length).toBeGreaterThan(5);
    expect(uids.filter((uid) => !before.has(uid ?? ''))).toEqual([]);

    const deleted = run.writes().filter(({ operation }) => operation === 'eks:DeleteNodegroup');
    expect(deleted.map(({ parameters }) => parameters.nodegroupName)).toEqual(['managed-ng-20', 'workers-20']);
    const groups = new Set(
      (await nodesOf(run)).map(({ metadata }) => metadata.labels?.['eks.amazonaws.com/nodegroup']),
    );
    expect([...groups].sort()).toEqual(['managed-ng-21', 'workers-21']);
  });

  it('freezes the size of each group before its first cordon and gives it back when it is aborted', async () => {
    const run = new Rehearsal(twoGroups());
    const records = await (async () => {
      const whole = new Rehearsal(twoGroups());
      await whole.start();
      return whole.records();
    })();
    const inSecond = records.findLast(({ state }) => state === 'work.drain.emptying');
    await run.start({ when: 'after', seq: inSecond?.seq ?? 0 });
    const scaling = async () => {
      const group = await run.twin.ports.eks.describeNodegroup({ clusterName: 'ekstest', nodegroupName: 'workers-20' });
      return group.kind === 'value' ? group.value.scalingConfig : null;
    };
    expect(await scaling()).toEqual({ minSize: 2, maxSize: 2, desiredSize: 2 });

    await run.ask('abort', inSecond?.seq);
    expect((await run.resume())?.kind).toBe('aborted');
    expect(run.twin.breaches()).toEqual([]);
    await run.leaveAlone(5 * 60_000);
    expect(await scaling()).toEqual({ minSize: 1, maxSize: 4, desiredSize: 2 });
    const nodes = await nodesOf(run);
    expect(nodes.filter(({ spec }) => spec.unschedulable)).toEqual([]);
    expect(nodes.filter(({ spec }) => spec.taints?.some(({ key }) => key === LATER))).toEqual([]);
  });

  it('keeps the second group while the nodes that take its place are lost during the deletion of the first', async () => {
    const run = new Rehearsal(twoGroups());
    once(run, 'work.oldNodes.disappearing', () => loseNodes(run, 'workers-21'));
    expect(await run.start()).toMatchObject({
      kind: 'parked',
      failure: { code: 'ChecksBlock', message: expect.stringContaining('REPLACEMENT_NOT_READY workers-21') },
    });
    const deleted = run.writes().filter(({ operation }) => operation === 'eks:DeleteNodegroup');
    expect(deleted.map(({ parameters }) => parameters.nodegroupName)).toEqual(['managed-ng-20']);
    expect(run.twin.breaches()).toEqual([]);
  });
});
