import { minorOf } from '../versions/minor.ts';
import { defineCheck } from './check.ts';
import { isControlPlaneMoving } from './control-plane-moving.ts';

const GONE_IN = 25;

/** Below 1.25 EKS needs the policy `eks.privileged` (https://docs.aws.amazon.com/eks/latest/userguide/pod-security-policy.html). */
export const psp = defineCheck({
  name: 'psp',
  // New nodes start pods, and so does a drain: without the policy the API server would refuse them.
  guards: ['control-plane', 'new-nodes', 'drain'],
  needs: ['cluster', 'updates', 'privilegedPolicy'],
  judge: ({ cluster, updates, privilegedPolicy }, hop) => {
    const version = isControlPlaneMoving(cluster, updates, hop) ? hop.to : hop.from;
    if ((minorOf(version) ?? GONE_IN) >= GONE_IN || privilegedPolicy !== null) return [];
    return [
      {
        code: 'PSP_MISSING',
        severity: 'block',
        object: 'eks.privileged',
        why: `PodSecurityPolicy eks.privileged does not exist; without it a ${version} cluster refuses the pods of new nodes, and those that a drain moves`,
        whatToDo:
          'restore the default policy from the EKS user guide; then this answers: kubectl get psp eks.privileged',
      },
    ];
  },
});
