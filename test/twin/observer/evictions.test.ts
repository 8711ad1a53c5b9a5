import { beforeEach, describe, expect, it } from 'vitest';
import { budget } from '../../builders/ekstest.ts';
import { MARK, OLD, type StoppedRun, stoppedIn } from '../../builders/stopped-run.ts';

let run: StoppedRun;
const first = (pods: readonly ReturnType<StoppedRun['pods']>[number][]) => pods[0] as (typeof pods)[number];
const nodeName = (index: number) => run.nodesOf(OLD)[index]?.metadata.name ?? '';

describe('while the old group is emptied', () => {
  beforeEach(async () => {
    run = await stoppedIn('work.drain.emptying', (draft) => {
      draft.objects.push(budget('app', { maxUnavailable: 1 }, 'policy/v1beta1') as never);
    });
    expect(run.broken()).toEqual([]);
  });

  it('an eviction by UID from a closed node of the frozen group is what the rules want', () => {
    expect(run.evict(first(run.pods('app', nodeName(0))))).toBe(201);
    expect(run.broken()).toEqual([]);
  });

  it('an eviction whatever the UID is, and one with a grace period of its own, are reported', () => {
    const pod = first(run.pods('stateful-app'));
    run.evict(pod, {});
    run.evict(pod, { preconditions: { uid: pod.metadata.uid }, gracePeriodSeconds: 0 });
    expect(run.broken()).toEqual(['eviction']);
    expect(run.words()).toContain('whatever its UID is');
    expect(run.words()).toContain('a grace period that is not its own');
  });

  it('a pod that is evicted twice is reported', () => {
    const pod = first(run.pods('stateful-app'));
    run.evict(pod);
    run.evict(pod);
    expect(run.words()).toBe(`pod default/${pod.metadata.name} is evicted although it is on its way out`);
  });

  it('a pod that is deleted instead is reported', () => {
    const { namespace = '', name } = first(run.pods('app')).metadata;
    run.twin.face.kubernetes.remove({ group: '', version: 'v1', resource: 'pods', namespace, name }, {});
    expect(run.broken()).toEqual(['acts']);
  });

  it('a pod of a DaemonSet that is evicted is reported', () => {
    const pods = run.podsOn(nodeName(0)).filter((it) => it.metadata.ownerReferences?.[0]?.kind === 'DaemonSet');
    run.evict(first(pods));
    expect(run.broken()).toEqual(['eviction']);
  });

  it('a second eviction while the budget allows one alone is reported as a refusal that was known before', () => {
    const [one, two] = run.pods('app');
    expect(run.evict(one as never)).toBe(201);
    expect(run.evict(two as never)).toBe(429);
    expect(run.words()).toContain('the status of budget app said that it allows nothing');
  });

  it('the first eviction while a node of the group is open is reported', () => {
    const node = run.nodesOf(OLD)[1] as ReturnType<StoppedRun['nodesOf']>[number];
    const at = { group: '', version: 'v1', resource: 'nodes', name: node.metadata.name };
    const open = { metadata: { annotations: { [MARK]: null } }, spec: { unschedulable: null } };
    run.twin.others.kubernetes.patch(at, 'application/merge-patch+json', open);
    run.evict(first(run.pods('app', nodeName(0))));
    expect(run.words()).toBe(`group ${OLD} is emptied while its node ${node.metadata.name} is open`);
  });

  it('the first eviction while the size of the group may change is reported', () => {
    run.twin.faults.happen({ set: { nodegroup: OLD, scalingConfig: { minSize: 1, maxSize: 4, desiredSize: 3 } } });
    run.evict(first(run.pods('app', nodeName(0))));
    expect(run.words()).toBe(`group ${OLD} is emptied while its size is 1/3/4`);
  });

  it('the next node is reported when its first pod leaves before the workloads of the one before are back', () => {
    const [pod, other] = [first(run.pods('stateful-app', nodeName(0))), first(run.pods('stateful-app', nodeName(1)))];
    run.evict(pod);
    expect(run.broken()).toEqual([]);
    run.evict(other);
    expect(run.broken()).toEqual(['comeback']);
  });

  it('the next node may follow once they are back', () => {
    const [pod, other] = [first(run.pods('stateful-app', nodeName(0))), first(run.pods('stateful-app', nodeName(1)))];
    run.evict(pod);
    run.twin.time.tick(run.twin.time.now() + 10 * 60_000);
    run.evict(other);
    expect(run.broken()).toEqual([]);
  });
});
