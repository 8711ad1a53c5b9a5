import { accessOf, isNeededFrom } from '#domain/rights/kubernetes-right';
import { LAST_WITH_PSP } from '#domain/rights/kubernetes-rights';
import { kubernetesRightsFor } from '#domain/rights/rbac';
import { minorOf } from '#domain/versions/minor';
import type { ReadPorts } from '../read-ports.ts';
import { ask, askIfThere } from './ask.ts';
import { kept } from './leave-out.ts';

const LEASE = { namespace: 'kube-system', name: 'eks-upgrade-runbook' };

/** What Kubernetes says of the cluster, as objects of a scenario; and which rights the reader lacks. */
export async function kubernetesFacts({ kubernetes }: ReadPorts) {
  const { gitVersion } = await ask('the version of the API server', kubernetes.version());
  const nodes = await ask('the list of nodes', kubernetes.listNodes());
  const minor = minorOf(gitVersion) ?? 0;
  const policy =
    minor > LAST_WITH_PSP
      ? null
      : await askIfThere('PodSecurityPolicy eks.privileged', kubernetes.getPodSecurityPolicy('eks.privileged'));
  const lease = await askIfThere('Lease kube-system/eks-upgrade-runbook', kubernetes.getLease(LEASE));
  return {
    gitVersion,
    nodes,
    denied: await deniedRights(kubernetes, minor),
    objects: [
      ...nodes.map(kept.node),
      ...(await ask('the list of workloads', kubernetes.listWorkloads())).map(kept.workload),
      ...(await ask('the list of pods', kubernetes.listPods())).map(kept.pod),
      ...(await ask('the list of disruption budgets', kubernetes.listBudgets())).map(kept.budget),
      ...(await ask('the list of persistent volumes', kubernetes.listVolumes())).map(kept.volume),
      ...(await ask('the list of persistent volume claims', kubernetes.listClaims())).map(kept.claim),
      ...(policy === null ? [] : [kept.policy(policy)]),
      ...(lease === null ? [] : [kept.lease(lease)]),
    ],
  };
}

/** A plan is often made with read-only credentials: then the rights that a run needs show up as findings, as they should. */
async function deniedRights(kubernetes: ReadPorts['kubernetes'], minor: number) {
  const denied = [];
  const needed = kubernetesRightsFor('run').filter((it) => isNeededFrom(it, minor));
  for (const access of needed.map(accessOf)) {
    const { allowed } = await ask(`the right to ${access.verb} ${access.resource}`, kubernetes.mayI(access));
    if (!allowed) denied.push(access);
  }
  return denied;
}
