import { requestsOf } from './audit-log.ts';
import { auditProblems } from './audit-problems.ts';
import { versionOf } from './binaries/versions.ts';
import { unmoved } from './everything-moved.ts';
import type { Hop } from './hop.ts';
import { kubectl } from './kubectl.ts';
import type { Stage } from './stage.ts';

/** The user that the runner is for Kubernetes. */
export const RUNNER_NAME = 'upgrade';
const ONCE = ['eks:UpdateClusterVersion', 'eks:CreateNodegroup', 'eks:DeleteNodegroup'];

/** Whether a hop that has ended as done has left the cluster as it should: `zones` tells where pods with volumes lived before. */
export async function hopProblems(
  stage: Stage,
  hop: Hop,
  zones: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const requests = await requestsOf(stage.cluster.auditLog, RUNNER_NAME);
  return [
    ...stage.failures.map((it) => `EKS: ${it}`),
    ...(await versionProblems(stage, hop)),
    ...unmoved(stage.eks, hop, zones),
    ...auditProblems(requests, []),
    ...repeated(stage),
  ];
}

async function versionProblems(stage: Stage, { to }: Hop): Promise<readonly string[]> {
  const answer = await kubectl(stage.cluster, ['get', '--raw', '/version']);
  const { gitVersion } = JSON.parse(answer) as { readonly gitVersion: string };
  return gitVersion === versionOf(to) ? [] : [`the API server answers ${gitVersion}, not ${versionOf(to)}`];
}

/** Calls that a hop with one node group makes once; the same call with the same token counts once. */
function repeated({ eks }: Stage): readonly string[] {
  return ONCE.flatMap((operation) => {
    const calls = eks.journal.writes().filter((it) => it.operation === operation && it.status < 300);
    const different = new Set(calls.map(({ parameters }) => JSON.stringify(parameters)));
    return different.size === 1 ? [] : [`${operation} was called in ${different.size} ways`];
  });
}
