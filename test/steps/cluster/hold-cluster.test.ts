import { describe, expect, it } from 'vitest';
import { type Answer, value } from '#ports/answer';
import type { Kubernetes, Lease } from '#ports/kubernetes';
import { holdCluster } from '#steps/cluster/hold-cluster';
import { releaseCluster } from '#steps/cluster/release-cluster';
import { RUN } from '../../builders/a-hop.ts';
import { answers, aSlice, fakePorts, refused } from '../../builders/fake-ports.ts';

const none = refused(404, 'NotFound', 'leases "eks-upgrade-runbook" not found');
const leaseOf = (holder: string): Lease => ({
  metadata: {
    name: 'eks-upgrade-runbook',
    namespace: 'kube-system',
    uid: 'uid-1',
    resourceVersion: '1',
    creationTimestamp: '2021-12-04T08:30:38Z',
    annotations: { 'eks-upgrade-runbook/log': '/logs/their-run' },
  },
  spec: { holderIdentity: holder },
});

function hold(getLease: () => Promise<Answer<Lease>>, createLease?: Kubernetes['createLease']) {
  const ports = fakePorts({ kubernetes: { getLease, ...(createLease && { createLease }) } });
  return holdCluster.run({ ...RUN, owner: 'me@here', log: '/logs/run-1' }, ports, aSlice());
}

describe('holding the cluster', () => {
  it('creates the Lease with run, owner and log', async () => {
    let made: unknown;
    const result = await hold(answers<Lease>(none), async (lease) => {
      made = lease;
      return value(leaseOf('run-1'));
    });
    expect(result).toEqual({ kind: 'done', output: { kind: 'held' } });
    expect(made).toEqual({
      namespace: 'kube-system',
      name: 'eks-upgrade-runbook',
      holderIdentity: 'run-1',
      annotations: { 'eks-upgrade-runbook/owner': 'me@here', 'eks-upgrade-runbook/log': '/logs/run-1' },
    });
  });

  it('is fine when the Lease is ours already', async () => {
    expect(await hold(answers(value(leaseOf('run-1'))))).toEqual({ kind: 'done', output: { kind: 'held' } });
  });

  it('says who holds it otherwise, also when the other was faster by a moment', async () => {
    const theirs = { kind: 'done', output: { kind: 'held-by-another', holder: 'run-0', log: '/logs/their-run' } };
    expect(await hold(answers(value(leaseOf('run-0'))))).toEqual(theirs);
    expect(
      await hold(answers<Lease>(none, value(leaseOf('run-0'))), async () => refused(409, 'AlreadyExists')),
    ).toEqual(theirs);
  });

  it('does not take an unreadable answer for a free cluster', async () => {
    expect((await hold(answers<Lease>({ kind: 'unknown', code: 'Unparsable', message: '<html>' }))).kind).toBe('again');
  });
});

describe('releasing the cluster', () => {
  const release = (getLease: () => Promise<Answer<Lease>>, deleteLease?: Kubernetes['deleteLease']) =>
    releaseCluster.run(RUN, fakePorts({ kubernetes: { getLease, ...(deleteLease && { deleteLease }) } }), aSlice());

  it('deletes our Lease by its UID', async () => {
    let uid = '';
    const result = await release(answers(value(leaseOf('run-1'))), async (lease) => {
      uid = lease.uid;
      return value('deleted');
    });
    expect([result.kind, uid]).toEqual(['done', 'uid-1']);
  });

  it('leaves a Lease of another run alone', async () => {
    expect((await release(answers(value(leaseOf('run-0'))))).kind).toBe('done');
  });

  it('looks again when the Lease changed under its hands', async () => {
    const result = await release(answers<Lease>(value(leaseOf('run-1')), none), async () => refused(409, 'Conflict'));
    expect(result.kind).toBe('done');
  });
});
