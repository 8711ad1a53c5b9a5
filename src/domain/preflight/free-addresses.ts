import { defineCheck } from './check.ts';
import { judgeControlPlaneAddresses } from './control-plane-addresses.ts';
import { isControlPlaneMoving } from './control-plane-moving.ts';
import { judgeNodeAddresses } from './node-addresses.ts';

/** The subnets have addresses left for the control plane's new interfaces and for every new node with its pods. */
export const freeAddresses = defineCheck({
  name: 'free-addresses',
  guards: ['control-plane', 'new-nodes'],
  needs: ['cluster', 'updates', 'subnets', 'instanceTypes', 'nodegroups', 'nodes', 'pods', 'workloads'],
  judge: (facts, hop) => {
    const moving = isControlPlaneMoving(facts.cluster, facts.updates, hop);
    return [
      ...(moving ? [] : judgeControlPlaneAddresses(facts.cluster, facts.subnets)),
      ...judgeNodeAddresses(facts, hop, moving).map((it) => ({ ...it, guards: 'new-nodes' as const })),
    ];
  },
});
