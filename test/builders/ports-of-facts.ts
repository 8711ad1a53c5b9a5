import type { Facts } from '#domain/preflight/facts';
import { value } from '#ports/answer';
import { type FakePorts, fakePorts, gone, refused } from './fake-ports.ts';
import { healthyFacts } from './healthy-cluster.ts';

type Wish = Parameters<typeof fakePorts>[0];

/** Ports that answer from facts (the healthy ones by default), some answers replaced. */
export function portsOfFacts(changed: Partial<Facts> = {}, replaced: Wish = {}): FakePorts {
  const facts = { ...healthyFacts(), ...changed };
  const updatesOf = (nodegroup: string | null) =>
    facts.updates.filter((it) => it.nodegroup === nodegroup).map(({ update }) => update);
  return fakePorts({
    eks: {
      describeCluster: async () => value(facts.cluster),
      listNodegroups: async () => value(facts.nodegroups.map(({ nodegroupName }) => nodegroupName)),
      describeNodegroup: async ({ nodegroupName }) => {
        const group = facts.nodegroups.find((it) => it.nodegroupName === nodegroupName);
        return group ? value(group) : gone('node group');
      },
      listUpdates: async ({ nodegroupName = null }) => value(updatesOf(nodegroupName).map(({ id }) => id)),
      describeUpdate: async ({ nodegroupName = null, updateId }) => {
        const update = updatesOf(nodegroupName).find(({ id }) => id === updateId);
        return update ? value(update) : gone('update');
      },
      listAddons: async () => value(facts.addons.map(({ addonName }) => addonName)),
      describeAddon: async ({ addonName }) => {
        const addon = facts.addons.find((it) => it.addonName === addonName);
        return addon ? value(addon) : gone('add-on');
      },
      listInsights: async () => value(facts.insights.kind === 'read' ? facts.insights.insights : []),
      ...replaced.eks,
    },
    ec2: {
      describeSubnets: async (ids) => value(facts.subnets.filter(({ subnetId }) => ids.includes(subnetId))),
      describeInstanceTypes: async () => value(facts.instanceTypes),
      ...replaced.ec2,
    },
    kubernetes: {
      version: async () => value(facts.apiServer),
      mayI: async () => value({ allowed: true, reason: '' }),
      listNodes: async () => value(facts.nodes),
      listPods: async () => value(facts.pods),
      listWorkloads: async () => value(facts.workloads),
      listBudgets: async () => value(facts.budgets),
      getPodSecurityPolicy: async () =>
        facts.privilegedPolicy ? value(facts.privilegedPolicy) : refused(404, 'NotFound'),
      listKinds: async () => value([]),
      ...replaced.kubernetes,
    },
  });
}
