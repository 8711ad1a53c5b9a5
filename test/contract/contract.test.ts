import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Binding, bindBoth } from './bind.ts';
import { inShort } from './case.ts';
import { ec2Cases } from './cases/ec2.ts';
import { eksCases } from './cases/eks.ts';
import { evictions } from './cases/evictions.ts';
import { kubernetesReads } from './cases/kubernetes-reads.ts';
import { kubernetesWrites } from './cases/kubernetes-writes.ts';

let bound: { readonly inProcess: Binding; readonly overHttp: Binding };

beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  bound = await bindBoth();
});
afterEach(async () => {
  await Promise.all([bound.inProcess.close(), bound.overHttp.close()]);
  vi.unstubAllEnvs();
});

const suites = {
  'Kubernetes, looking': kubernetesReads,
  'Kubernetes, changing': kubernetesWrites,
  evictions,
  'Amazon EKS': eksCases,
  'Amazon EC2': ec2Cases,
};

describe.each(Object.entries(suites))('the twin and the adapters answer alike: %s', (_, cases) => {
  it.each(cases)('$name', async ({ outcome, run }) => {
    const near = await run(bound.inProcess);
    const far = await run(bound.overHttp);
    expect(near.map(inShort)).toEqual(outcome);
    expect(far).toStrictEqual(near);
  });
});
