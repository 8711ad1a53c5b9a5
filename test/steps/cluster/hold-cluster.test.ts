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

type Taking = Partial<Pick<Kubernetes, 'createLease' | 'takeLease'>>;

function hold(getLease: () => Promise<Answer<Lease>>, taking: Taking = {}, more: { takesFrom?: string } = {}) {
  const ports = fakePorts({ kubernetes: { getLease, ...taking } });
  return holdCluster.run({ ...RUN, owner: 'me@here', log: '/logs/run-1', ...more }, ports, aSlice());
}

const OURS = {
  namespace: 'kube-system',
  name: 'eks-upgrade-runbook',
  holderIdentity: 'run-1',
  annotations: { 'eks-upgrade-runbook/owner': 'me@here', 'eks-upgrade-runbook/log': '/logs/run-1' },
};

describe('holding the cluster', () => {
  it('creates the Lease with run, owner and log', async () => {
    let made: unknown;
    const result = await hold(answers<Lease>(none), {
      createLease: async (lease) => {
        made = lease;
        return value(leaseOf('run-1'));
      },
    });
    expect(result).toEqual({ kind: 'done', output: { kind: 'held' } });
    expect(made).toEqual(OURS);
  });

  it.each([
    ['nobody holds', '', {}],
    ['a run holds that is known to have ended', 'run-0', { takesFrom: 'run-0' }],
  ])('takes the Lease that %s, as it was read', async (_, holder, more) => {
    let taken: unknown;
    const takeLease: Kubernetes['takeLease'] = async (lease) => {
      taken = lease;
      return value(leaseOf('run-1'));
    };
    const result = await hold(answers(value(leaseOf(holder))), { takeLease }, more);
    expect(result).toEqual({ kind: 'done', output: { kind: 'held' } });
    expect(taken).toEqual({ ...OURS, resourceVersion: '1' });
  });

  it('is fine when the Lease is ours already', async () => {
    expect(await hold(answers(value(leaseOf('run-1'))))).toEqual({ kind: 'done', output: { kind: 'held' } });
  });

  it('says who holds it otherwise, also when the other was faster by a moment', async () => {
    const theirs = { kind: 'done', output: { kind: 'held-by-another', holder: 'run-0', log: '/logs/their-run' } };
    expect(await hold(answers(value(leaseOf('run-0'))))).toEqual(theirs);
    const createLease = async () => refused(409, 'AlreadyExists');
    expect(await hold(answers<Lease>(none, value(leaseOf('run-0'))), { createLease })).toEqual(theirs);
    const takeLease = async () => refused(409, 'Conflict');
    expect(await hold(answers(value(leaseOf('')), value(leaseOf('run-0'))), { takeLease })).toEqual(theirs);
    expect(await hold(answers(value(leaseOf('run-0'))), {}, { takesFrom: 'run-x' })).toEqual(theirs);
  });

  it('does not take an unreadable answer for a free cluster', async () => {
    expect((await hold(answers<Lease>({ kind: 'unknown', code: 'Unparsable', message: '<html>' }))).kind).toBe('again');
  });
});

describe('releasing the cluster', () => {
  const release = (getLease: () => Promise<Answer<Lease>>, releaseLease?: Kubernetes['releaseLease']) =>
    releaseCluster.run(RUN, fakePorts({ kubernetes: { getLease, ...(releaseLease && { releaseLease }) } }), aSlice());
  const LEFT = ['Lease kube-system/eks-upgrade-runbook stays, held by nobody: the next run takes it'];

  it('gives our Lease back as it was read, and says that it stays', async () => {
    let version = '';
    const result = await release(answers(value(leaseOf('run-1'))), async (lease) => {
      version = lease.resourceVersion;
      return value(leaseOf(''));
    });
    expect([result, version]).toEqual([{ kind: 'done', output: { left: LEFT } }, '1']);
  });

  it('has nothing to give back when another run holds it, nobody does, or there is none', async () => {
    expect(await release(answers(value(leaseOf('run-0'))))).toEqual({ kind: 'done', output: { left: [] } });
    expect(await release(answers(value(leaseOf(''))))).toEqual({ kind: 'done', output: { left: LEFT } });
    expect(await release(answers<Lease>(none))).toEqual({ kind: 'done', output: { left: [] } });
  });

  it.each([
    [409, 'Conflict'],
    [404, 'NotFound'],
  ])('looks again when the Lease changed under its hands (%i)', async (status, code) => {
    const result = await release(answers<Lease>(value(leaseOf('run-1')), none), async () => refused(status, code));
    expect(result.kind).toBe('done');
  });
});
