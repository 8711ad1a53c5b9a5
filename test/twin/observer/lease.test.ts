import { expect, it } from 'vitest';
import { OLD, stoppedIn } from '../../builders/stopped-run.ts';

const LEASE = {
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  namespace: 'kube-system',
  name: 'eks-upgrade-runbook',
};

it('a call that was on its way when somebody deleted the Lease is none of the run’s faults; a later one is', async () => {
  const run = await stoppedIn('work.drain.emptying');
  const [node] = run.nodesOf(OLD);
  run.twin.others.kubernetes.remove(LEASE, {});
  run.patchNode(node as never, { metadata: { annotations: { 'eks-upgrade-runbook/x': 'r1' } } });
  expect(run.broken()).toEqual([]);
  run.twin.time.tick(run.twin.time.now() + 1000);
  run.patchNode(node as never, { metadata: { annotations: { 'eks-upgrade-runbook/x': 'r2' } } });
  expect(run.broken()).toEqual(['lease']);
});
