import { unreadyWorkloads } from '../nodes/unready-workloads.ts';
import { defineCheck } from './check.ts';

/** The code under which workloads are remembered that were not ready before the run: nobody may blame it for them, and nobody waits for them. */
export const NOT_READY_BEFORE = 'WORKLOAD_NOT_READY';

/** Which workloads are not ready before anything is changed. */
export const readinessBaseline = defineCheck({
  name: 'readiness-baseline',
  guards: ['control-plane'],
  needs: ['workloads', 'pods'],
  judge: ({ workloads, pods }) =>
    unreadyWorkloads(workloads, pods).map(({ workload, why }) => ({
      code: NOT_READY_BEFORE,
      severity: 'risk',
      object: workload,
      why: `${workload} is not ready before the run: ${why}`,
      whatToDo: 'better mend it first; the run will not wait for it and will not count it as broken by the upgrade',
    })),
});
