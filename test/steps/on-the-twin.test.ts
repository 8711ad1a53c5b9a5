import { describe, expect, it } from 'vitest';
import { CHECKS } from '#domain/preflight/checks';
import { chooseAddons } from '#steps/addons/choose-addons';
import { updateAddon } from '#steps/addons/update-addon';
import { watchAddonUpdate } from '#steps/addons/watch-addon-update';
import { holdCluster } from '#steps/cluster/hold-cluster';
import { releaseCluster } from '#steps/cluster/release-cluster';
import { startControlPlaneUpdate } from '#steps/control-plane/start-control-plane-update';
import { watchApiServers } from '#steps/control-plane/watch-api-servers';
import { watchControlPlaneUpdate } from '#steps/control-plane/watch-control-plane-update';
import { chooseNode } from '#steps/drain/choose-node';
import { cordonNodes } from '#steps/drain/cordon-nodes';
import { drainNode } from '#steps/drain/drain-node';
import { createNodeGroup } from '#steps/new-nodes/create-node-group';
import { designNodeGroup } from '#steps/new-nodes/design-node-group';
import { watchNewNodes } from '#steps/new-nodes/watch-new-nodes';
import { watchNodeGroup } from '#steps/new-nodes/watch-node-group';
import { deleteNodeGroup } from '#steps/old-nodes/delete-node-group';
import { verifySurvivors } from '#steps/old-nodes/verify-survivors';
import { watchNodeGroupDeletion } from '#steps/old-nodes/watch-node-group-deletion';
import { checkCluster } from '#steps/preflight/check-cluster';
import { chooseNodeGroups } from '#steps/preflight/choose-node-groups';
import { verifyCluster } from '#steps/verify/verify-cluster';
import { RUN } from '../builders/a-hop.ts';
import { carryOutOn } from '../builders/carry-out.ts';

const MINUTE = 60_000;
const RULES = ['coredns', 'kube-proxy', 'vpc-cni'].map(
  (name) => ({ name, version: 'default', resolveConflicts: 'OVERWRITE' }) as const,
);
const checks = CHECKS.map(({ name }) => name);

describe('the steps without the drain, on the cluster ekstest', () => {
  it('move it to 1.21 in the times and with the names of the source procedure', async () => {
    const { twin, messages, run } = carryOutOn();
    const took = async (work: () => Promise<unknown>) => {
      const began = twin.time.now();
      await work();
      return Math.round((twin.time.now() - began) / MINUTE);
    };

    const { rotations } = await run<'choose-node-groups'>(chooseNodeGroups, { ...RUN, newNames: {} });
    const [rotation = { old: '', new: '' }] = rotations;
    expect(rotations).toEqual([{ old: 'managed-ng-20', new: 'managed-ng-21' }]);
    expect(await run<'check-cluster'>(checkCluster, { ...RUN, phase: 'all', rotations, accepted: [], checks })).toEqual(
      { findings: [], blocked: false, broken: [] },
    );
    expect(await run<'hold-cluster'>(holdCluster, { ...RUN, owner: 'me@here', log: '/logs/run-1' })).toEqual({
      kind: 'held',
    });
    expect(await run<'hold-cluster'>(holdCluster, { ...RUN, runId: 'run-2', owner: 'you', log: '/x' })).toMatchObject({
      kind: 'held-by-another',
      holder: 'run-1',
    });

    const { updateId } = await run<'start-control-plane-update'>(startControlPlaneUpdate, RUN);
    expect((await run<'start-control-plane-update'>(startControlPlaneUpdate, RUN)).updateId).toBe(updateId);
    expect(
      await took(() =>
        run<'watch-control-plane-update'>(watchControlPlaneUpdate, {
          ...RUN,
          updateId: updateId ?? '',
          warnAfterMs: 45 * 60_000,
        }),
      ),
    ).toBe(28);
    expect(await run<'watch-api-servers'>(watchApiServers, RUN)).toEqual({ gitVersion: 'v1.21.5-eks-bc4871b' });

    const { request } = await run<'design-node-group'>(designNodeGroup, { ...RUN, ...rotation });
    const newNodes = { ...RUN, group: rotation.new };
    const grown = await took(async () => {
      await run<'create-node-group'>(createNodeGroup, { request });
      await run<'create-node-group'>(createNodeGroup, { request });
      await run<'watch-node-group'>(watchNodeGroup, newNodes);
      expect(await run<'watch-new-nodes'>(watchNewNodes, newNodes)).toEqual({ nodes: 3 });
    });
    expect(grown).toBe(4);
    expect(
      messages.flatMap((it) =>
        it.code === 'node-worthy' ? [`${it.data.node} ${it.data.zone} ${it.data.kubelet}`] : [],
      ),
    ).toEqual([
      'ip-10-0-101-208.ap-northeast-1.compute.internal ap-northeast-1a v1.21.5-eks-9017834',
      'ip-10-0-102-86.ap-northeast-1.compute.internal ap-northeast-1c v1.21.5-eks-9017834',
      'ip-10-0-103-214.ap-northeast-1.compute.internal ap-northeast-1d v1.21.5-eks-9017834',
    ]);

    const oldNodes = { ...RUN, group: rotation.old };
    await run<'cordon-nodes'>(cordonNodes, oldNodes);
    for (;;) {
      const { node } = await run<'choose-node'>(chooseNode, oldNodes);
      if (node === null) break;
      await run<'drain-node'>(drainNode, { ...RUN, node, podAfterGraceMs: 600_000 });
    }
    const checked = {
      phase: 'delete-old-nodes',
      rotations: [rotation],
      accepted: [],
      checks: ['replacement-ready'],
    } as const;
    await run<'delete-node-group'>(deleteNodeGroup, { ...oldNodes, ...checked });
    await run<'watch-node-group-deletion'>(watchNodeGroupDeletion, oldNodes);
    await run<'verify-survivors'>(verifySurvivors, RUN);

    const { requests } = await run<'choose-addons'>(chooseAddons, { ...RUN, rules: RULES });
    expect(requests.map(({ addonName, addonVersion }) => `${addonName} ${addonVersion}`)).toEqual([
      'coredns v1.8.4-eksbuild.1',
      'kube-proxy v1.21.2-eksbuild.2',
    ]);
    for (const addon of requests) {
      const started = await run<'update-addon'>(updateAddon, { request: addon });
      await run<'watch-addon-update'>(watchAddonUpdate, { request: addon, updateId: started.updateId ?? '' });
    }
    const { report } = await run<'verify-cluster'>(verifyCluster, { ...RUN, rotations, brokenBefore: [] });
    expect(report).toContain('workloads: all ready');
    expect(report).toContain('node group managed-ng-20: gone');
    expect(await run<'release-cluster'>(releaseCluster, RUN)).toEqual({
      left: ['Lease kube-system/eks-upgrade-runbook stays, held by nobody: the next run takes it'],
    });
    expect(messages.map(({ code }) => code)).not.toContain('workload-not-ready');
  });

  it('find what is wrong before anything is changed', async () => {
    const { run } = carryOutOn((scenario) => ({
      ...scenario,
      subnets: scenario.subnets.map((subnet) => ({ ...subnet, availableIpAddressCount: 8 })),
    }));
    const rotations = [{ old: 'managed-ng-20', new: 'managed-ng-21' }];
    const { findings, blocked } = await run<'check-cluster'>(checkCluster, {
      ...RUN,
      phase: 'all',
      rotations,
      accepted: [],
      checks,
    });
    expect(blocked).toBe(true);
    expect(findings.map(({ code }) => code)).toEqual(Array(3).fill('TOO_FEW_ADDRESSES_FOR_NODES'));
  });
});
