import { present } from '../builders/ekstest.ts';
import type { Rehearsal } from '../e2e/rehearsal.ts';
import { putRight } from './put-right.ts';
import type { Shape } from './shapes.ts';

/** What is not as it has to be after a run that calls itself done, once what others did has been put right. */
export async function endProblems(run: Rehearsal, shape: Shape): Promise<readonly string[]> {
  const { ports } = run.twin;
  await putRight(run, shape);
  const cluster = present(await ports.eks.describeCluster('ekstest'));
  const groups = present(await ports.eks.listNodegroups('ekstest'));
  const nodes = JSON.stringify(present(await ports.kubernetes.listNodes()));
  const lease = await ports.kubernetes.getLease({ namespace: 'kube-system', name: 'eks-upgrade-runbook' });
  return [
    ...(cluster.version === '1.21' ? [] : [`done, but the cluster is at ${cluster.version}`]),
    ...(String([...groups].sort()) === String([...shape.news].sort()) ? [] : [`done, but the groups are ${groups}`]),
    ...(/eks-upgrade-runbook\/(cordoned-by|rotated-later)/.test(nodes) ? ['done, but marks of ours are on nodes'] : []),
    ...(lease.kind === 'value' && lease.value.spec.holderIdentity ? ['done, but the cluster is still held'] : []),
    ...(await unready(run)),
  ];
}

async function unready({ twin: { ports } }: Rehearsal): Promise<readonly string[]> {
  return present(await ports.kubernetes.listWorkloads()).flatMap(({ kind, metadata, spec, status }) => {
    if (kind !== 'Deployment' && kind !== 'StatefulSet') return [];
    const [ready, wanted] = [status.readyReplicas ?? 0, spec.replicas ?? 1];
    return ready >= wanted ? [] : [`done, but ${kind} ${metadata.name} has ${ready} of ${wanted} ready`];
  });
}
