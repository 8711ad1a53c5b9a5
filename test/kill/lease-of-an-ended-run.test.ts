import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kubernetesGet } from '../demo/kubernetes-get.ts';
import { aStage } from './a-stage.ts';
import { RESUME, RUN } from './killed.ts';
import type { Stage } from './stage.ts';
import { delivered, stoppedAt, takenOver } from './taken-over.ts';

const LONG = 180_000;
const CREATION = 1;
const LEASE = { namespace: 'kube-system', name: 'eks-upgrade-runbook' };

interface Lease {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
  readonly spec: { readonly holderIdentity: string };
}

const leaseOf = ({ twin }: Stage): Promise<Lease> =>
  kubernetesGet<Lease>(twin, '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/eks-upgrade-runbook');

it(
  'a creation of the Lease that arrives after the run was finished by another runner is void, and the next run begins',
  async () => {
    const stage = await aStage();
    const { first, second } = await takenOver(stage, { mutating: CREATION, held: 'last' });
    expect([first.exitCode, second.exitCode]).toEqual([5, 0]);
    expect(second.stdout).toContain('Lease kube-system/eks-upgrade-runbook stays, held by nobody');
    expect((await leaseOf(stage)).spec.holderIdentity).toBe('');

    const next = await stage.types(RUN).outcome;
    expect(next).toMatchObject({ exitCode: 0 });
    expect(next.stderr).not.toContain('still names run');
    expect((await leaseOf(stage)).spec.holderIdentity).toBe('');
  },
  LONG,
);

/** A run that has ended and whose Lease names it all the same: somebody deleted the Lease that it had left, then the creation arrived. */
async function namedAfterItsEnd(stage: Stage): Promise<string> {
  const first = await stoppedAt(stage, { mutating: CREATION, held: 'last' });
  expect(await stage.types([...RESUME, '--take-over', '--now']).outcome).toMatchObject({ exitCode: 0 });
  await stage.control('POST', 'happen', { what: { call: 'k8s:delete leases', of: LEASE } });
  await delivered(stage);
  first.kill('SIGCONT');
  expect(await first.outcome).toMatchObject({ exitCode: 5 });
  const [run = ''] = await stage.runs();
  expect((await leaseOf(stage)).spec.holderIdentity).toBe(run);
  return run;
}

it(
  'a Lease of a run that has ended, as its log says, is taken by the next run wherever that keeps its own log',
  async () => {
    const stage = await aStage();
    const run = await namedAfterItsEnd(stage);
    const planned = await stage.types(['run', '1.20-to-1.21', '--dry-run', '-o', 'json']).outcome;
    expect(JSON.parse(planned.stdout)).toMatchObject({ verdict: { kind: 'can-be-carried-out' } });
    const next = await stage.types(RUN, { state: join(stage.folder, 'elsewhere') }).outcome;
    expect(next).toMatchObject({ exitCode: 0 });
    expect(next.stderr).toContain(`still names run ${run}, which will not go on: this run takes it`);
    expect((await leaseOf(stage)).spec.holderIdentity).toBe('');
  },
  LONG,
);

it(
  'a Lease of a run whose log is nowhere is taken only when the operator names that run',
  async () => {
    const stage = await aStage();
    const run = await namedAfterItsEnd(stage);
    await rename(stage.state, join(stage.folder, 'lost'));
    const refused = await stage.types(RUN).outcome;
    expect(refused).toMatchObject({ exitCode: 5 });
    expect(refused.stderr).toContain(`take the cluster from it: --accept CLUSTER_HELD=${run}`);
    const other = await stage.types([...RUN, '--accept', 'CLUSTER_HELD=another-run']).outcome;
    expect(other).toMatchObject({ exitCode: 5 });
    const next = await stage.types([...RUN, '--accept', `CLUSTER_HELD=${run}`]).outcome;
    expect(next).toMatchObject({ exitCode: 0 });
    expect((await leaseOf(stage)).spec.holderIdentity).toBe('');
  },
  LONG,
);

it(
  'the Lease tells where the log is now, once a run goes on from a state folder that was moved',
  async () => {
    const stage = await aStage();
    const first = await stoppedAt(stage, { mutating: 8, held: 'answered' });
    first.kill('SIGKILL');
    await first.outcome;
    const log = async () => (await leaseOf(stage)).metadata.annotations['eks-upgrade-runbook/log'] ?? '';
    const [run = ''] = await stage.runs();
    expect(await log()).toBe(stage.logOf(run));
    const state = join(stage.folder, 'moved');
    await rename(stage.state, state);
    expect(await stage.types(RESUME, { state }).outcome).toMatchObject({ exitCode: 0 });
    expect(await log()).toBe(stage.logOf(run).replace(stage.state, state));
  },
  LONG,
);
