import { minorOf } from '../versions/minor.ts';
import { defineCheck } from './check.ts';
import { isControlPlaneMoving } from './control-plane-moving.ts';

const GONE_IN = 25;

/** Below 1.25 EKS needs the policy `eks.privileged` (https://docs.aws.amazon.com/eks/latest/userguide/pod-security-policy.html). */
export const psp = defineCheck({
  name: 'psp',
  guards: ['control-plane'],
  needs: ['cluster', 'updates', 'privilegedPolicy'],
  judge: ({ cluster, updates, privilegedPolicy }, hop) => {
    const needed = (minorOf(hop.from) ?? GONE_IN) < GONE_IN && !isControlPlaneMoving(cluster, updates, hop);
    if (!needed || privilegedPolicy !== null) return [];
    return [
      {
        code: 'PSP_MISSING',
        severity: 'block',
        object: 'eks.privileged',
        why: `PodSecurityPolicy eks.privileged does not exist; without it pods of a ${hop.from} cluster may be refused after the update`,
        whatToDo:
          'restore the default policy from the EKS user guide; then this answers: kubectl get psp eks.privileged',
      },
    ];
  },
});
