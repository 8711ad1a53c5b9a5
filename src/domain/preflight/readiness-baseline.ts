import type { FindingCode } from '#errors/catalogue/catalogue';
import { addonInWords, isBroken, nameOfAddon } from '../addons/broken.ts';
import { isReady } from '../nodes/labels.ts';
import { unreadyNodeInWords } from '../nodes/survivors.ts';
import { unreadyWorkloads } from '../nodes/unready-workloads.ts';
import { type Concern, defineCheck } from './check.ts';

/** Which workloads, nodes and add-ons are not ready before anything is changed: nobody may blame the run for them, and nobody waits for them. */
export const readinessBaseline = defineCheck({
  name: 'readiness-baseline',
  guards: ['control-plane'],
  needs: ['workloads', 'pods', 'nodes', 'addons'],
  judge: ({ workloads, pods, nodes, addons }) => [
    ...unreadyWorkloads(workloads, pods).map(({ workload, why }) =>
      concern('WORKLOAD_NOT_READY', workload, `${workload} is not ready before the run: ${why}`),
    ),
    ...nodes
      .filter((node) => !isReady(node))
      .map((node) =>
        concern('NODE_NOT_READY', node.metadata.name, `not Ready before the run: node ${unreadyNodeInWords(node)}`),
      ),
    ...addons
      .filter(isBroken)
      .map((addon) =>
        concern(
          'ADDON_UNHEALTHY',
          nameOfAddon(addon),
          `not healthy before the run: add-on ${addon.addonName}: ${addonInWords(addon)}`,
        ),
      ),
  ],
});

function concern(code: FindingCode, object: string, why: string): Concern {
  const whatToDo = 'better mend it first; the run will not wait for it and will not count it as broken by the upgrade';
  return { code, severity: 'risk', object, why, whatToDo };
}
