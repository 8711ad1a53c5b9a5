import { beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '#twin/journal';
import { NEW, OLD, type StoppedRun, stoppedIn } from '../../builders/stopped-run.ts';

let run: StoppedRun;
const eks = () => run.twin.face.eks;
const inGroup = { clusterName: 'ekstest', nodegroupName: OLD };
/** The parameters of the run's own call. */
const asked = (operation: string) =>
  run.twin.journal.entries().find((it: JournalEntry) => it.operation === operation)?.parameters as Record<
    string,
    unknown
  >;
const pass = (ms: number) => run.twin.time.tick(run.twin.time.now() + ms);
const MINUTE = 60_000;

it('nothing may be changed before the Lease exists, nor after it was given back', async () => {
  run = await stoppedIn('work.holdCluster');
  eks().updateClusterVersion({ name: 'ekstest', version: '1.21', clientRequestToken: 'a' });
  expect(run.words()).toBe('eks:UpdateClusterVersion although no run holds the cluster');
  run = await stoppedIn('finished');
  expect(run.broken()).toEqual([]);
  run.patchNode(run.nodesOf(NEW)[0] as never, { metadata: { annotations: { 'eks-upgrade-runbook/x': 'r1' } } });
  expect(run.broken()).toEqual(['lease']);
});

describe('while the control plane is updated', () => {
  beforeEach(async () => {
    run = await stoppedIn('work.controlPlane.updating');
    expect(run.broken()).toEqual([]);
  });

  it('the same call with the same token is what the rules want', () => {
    expect(eks().updateClusterVersion(asked('eks:UpdateClusterVersion')).status).toBe(200);
    expect(run.broken()).toEqual([]);
  });

  it('something else that is started meanwhile is reported', () => {
    eks().updateAddon({ clusterName: 'ekstest', addonName: 'coredns', addonVersion: 'v1.8.3-eksbuild.1' });
    expect(run.broken()).toContain('one-update');
  });

  it('a call by force and a change of the Lease without its version are reported', () => {
    eks().updateClusterVersion({ ...asked('eks:UpdateClusterVersion'), force: true });
    const lease = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', namespace: 'kube-system' };
    const name = { ...lease, name: 'eks-upgrade-runbook' };
    run.twin.face.kubernetes.patch(name, 'application/merge-patch+json', { spec: { holderIdentity: 'r2' } });
    expect(run.broken()).toEqual(['force', 'lease']);
  });

  it('nothing that somebody else does is judged', () => {
    run.twin.others.eks.deleteNodegroup(inGroup);
    expect(run.broken()).toEqual([]);
  });
});

describe('when the new group is about to be made', () => {
  let design: Record<string, unknown>;

  beforeEach(async () => {
    run = await stoppedIn('work.newNodes.growing');
    design = asked('eks:CreateNodegroup');
    run = await stoppedIn('work.newNodes.creating');
    expect(run.broken()).toEqual([]);
  });

  it('one like the old one at the version of the cluster is what the rules want', () => {
    expect(eks().createNodegroup(design).status).toBe(200);
    expect(run.broken()).toEqual([]);
  });

  it.each([
    ['subnets', ['subnet-0a1b2c3d4e5f60001']],
    ['labels', { role: 'other' }],
    ['taints', [{ key: 'x', effect: 'NO_SCHEDULE' }]],
    ['instanceTypes', ['m5.large']],
    ['capacityType', 'SPOT'],
    ['scalingConfig', { minSize: 1, maxSize: 1, desiredSize: 1 }],
    ['nodeRole', 'arn:aws:iam::111122223333:role/other'],
    ['version', '1.20'],
    ['launchTemplate', { id: 'lt-other', version: '1' }],
  ])('one with another %s is reported', (key, value) => {
    eks().createNodegroup({ ...design, [key]: value });
    expect(run.broken()).toEqual(['new-group']);
  });

  it('a second one for the same old group is reported', () => {
    eks().createNodegroup(design);
    pass(20 * MINUTE);
    eks().createNodegroup({ ...design, nodegroupName: 'another', clientRequestToken: 'b' });
    expect(run.words()).toBe(`group another: ${NEW} stands for ${OLD} already`);
  });
});

describe('when the old group is about to be deleted', () => {
  beforeEach(async () => {
    run = await stoppedIn('work.oldNodes.deleting');
    expect(run.broken()).toEqual([]);
  });

  it('the delete of an empty, closed group whose replacement stands is what the rules want', () => {
    expect(eks().deleteNodegroup(inGroup).status).toBe(200);
    expect(run.broken()).toEqual([]);
  });

  it.each([
    ['its replacement is gone', () => run.twin.others.eks.deleteNodegroup({ ...inGroup, nodegroupName: NEW })],
    [
      'a new node is not Ready',
      () => run.twin.faults.happen({ node: { of: { group: NEW, index: 0 }, ready: 'False' } }),
    ],
    ['a pod is on it', () => run.twin.others.kubernetes.create(PODS, barePod(run.nodesOf(OLD)[0]?.metadata.name))],
  ])('a delete while %s is reported', (_, happen) => {
    happen();
    eks().deleteNodegroup(inGroup);
    expect(run.broken()).toEqual(['deletion']);
  });

  it('the delete of the new group is reported', () => {
    eks().deleteNodegroup({ ...inGroup, nodegroupName: NEW });
    expect(run.words()).toContain(`group ${NEW} is the new one and deleted`);
  });
});

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' } as const;
const barePod = (nodeName = '') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'bare' },
  spec: { nodeName, containers: [{ name: 'c', image: 'c:1' }] },
  status: { phase: 'Running' },
});

describe('sizes', () => {
  const mayGrow: Parameters<typeof stoppedIn>[1] = ({ nodegroups: [group] }) => {
    Object.assign(group as object, { scalingConfig: { minSize: 1, maxSize: 4, desiredSize: 3 } });
  };
  const resize = (
    minSize: number,
    desiredSize: number,
    maxSize: number,
    clientRequestToken: string,
    group: string = OLD,
  ) =>
    eks().updateNodegroupConfig({
      ...inGroup,
      nodegroupName: group,
      scalingConfig: { minSize, desiredSize, maxSize },
      clientRequestToken,
    }).status;

  it('are frozen at what is there and given back as they were', async () => {
    run = await stoppedIn('work.drain.freezing', mayGrow);
    resize(3, 3, 3, 'a');
    pass(MINUTE);
    resize(1, 3, 4, 'b');
    expect(run.words()).toBe('');
  });

  it.each([
    ['a freeze below what is there', [2, 2, 2], 'is frozen at 2 although 3 nodes are there or wanted'],
    ['a size that is no freeze', [1, 3, 5], 'which is no freeze'],
  ])('%s is reported', async (_, [min = 0, desired = 0, max = 0], words) => {
    run = await stoppedIn('work.drain.freezing', mayGrow);
    resize(min, desired, max, 'a');
    expect(run.words()).toContain(words);
  });

  it('of a group that somebody else has changed since are reported when they are given back', async () => {
    run = await stoppedIn('work.drain.freezing', mayGrow);
    resize(3, 3, 3, 'a');
    pass(MINUTE);
    run.twin.faults.happen({ set: { nodegroup: OLD, scalingConfig: { minSize: 0, maxSize: 9, desiredSize: 3 } } });
    resize(1, 3, 4, 'b');
    expect(run.words()).toContain('was set to 0/3/9 by somebody else');
  });

  it('of the new group that are changed are reported', async () => {
    run = await stoppedIn('work.drain.freezing', mayGrow);
    resize(3, 3, 3, 'a', NEW);
    expect(run.words()).toContain('is the new one and resized');
  });
});

describe('an update of an add-on', () => {
  const update = (change: object) => {
    const more = { clusterName: 'ekstest', addonName: 'coredns', resolveConflicts: 'OVERWRITE' };
    eks().updateAddon({ ...more, ...asked('eks:UpdateAddon'), ...change });
  };

  beforeEach(async () => {
    run = await stoppedIn('work.addonsAfterDelete.starting', (draft) => {
      for (const addon of draft.addons)
        Object.assign(addon, {
          configurationValues: '{"a":1}',
          serviceAccountRoleArn: 'arn:aws:iam::111122223333:role/x',
        });
    });
    expect(run.broken()).toEqual([]);
  });

  const KEPT = { configurationValues: '{"a":1}', serviceAccountRoleArn: 'arn:aws:iam::111122223333:role/x' };

  it.each([
    ['keeps its settings', { ...KEPT, addonVersion: 'v1.8.4-eksbuild.1' }, []],
    ['loses its values', { ...KEPT, configurationValues: undefined, addonVersion: 'v1.8.4-eksbuild.1' }, ['addons']],
    ['loses its role', { ...KEPT, serviceAccountRoleArn: undefined, addonVersion: 'v1.8.4-eksbuild.1' }, ['addons']],
    ['goes back', { ...KEPT, addonVersion: 'v1.8.0-eksbuild.1' }, ['addons']],
  ])('that %s is judged by what is installed', (_, change, rules) => {
    update(change);
    expect(run.broken()).toEqual(rules);
  });
});
