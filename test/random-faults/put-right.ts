import type { Nodegroup } from '#ports/eks';
import type { Twin } from '#twin/twin';
import { present } from '../builders/ekstest.ts';
import type { Rehearsal } from '../e2e/rehearsal.ts';
import type { Shape } from './shapes.ts';

const MINUTE = 60_000;
const CLUSTER = { clusterName: 'ekstest' } as const;
const REPLACES = 'eks-upgrade-runbook/replaces';

/** What a person does who is told what is wrong: everything that others have done is put right, and waited for. */
export async function putRight(run: Rehearsal, shape: Shape): Promise<void> {
  const { twin } = run;
  twin.faults.mend();
  await run.leaveAlone(5 * MINUTE);
  for (const { subnetId: subnet, availableIpAddressCount } of shape.subnets)
    twin.faults.happen({ set: { subnet, availableIpAddressCount } });
  for (const addon of ['coredns', 'kube-proxy', 'vpc-cni']) mendAddon(twin, addon);
  if (shape.hasBudget) openBudget(twin);
  await mendNodes(twin);
  await mendGroups(run);
  await run.leaveAlone(15 * MINUTE);
}

/** Asked past the faults: what is really there. */
const state = <T>(answer: { readonly status: number; readonly body: unknown }, member: string): T | undefined =>
  answer.status === 200 ? (answer.body as Record<string, T>)[member] : undefined;

function mendAddon({ faults, others }: Twin, addonName: string): void {
  const addon = state<{ status: string }>(others.eks.describeAddon({ ...CLUSTER, addonName }), 'addon');
  if (addon?.status === 'DEGRADED') faults.happen({ set: { addon: addonName, status: 'ACTIVE' } });
}

function openBudget({ faults }: Twin): void {
  faults.happen({
    call: 'k8s:patch poddisruptionbudgets',
    of: { namespace: 'default', name: 'app' },
    body: { spec: { maxUnavailable: 1, minAvailable: null } },
  });
}

async function mendNodes({ ports, faults }: Twin): Promise<void> {
  for (const { metadata, spec, status } of present(await ports.kubernetes.listNodes())) {
    const { name, annotations = {} } = metadata;
    const isReady = status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True');
    if (!isReady) faults.happen({ node: { of: { name }, ready: 'True' } });
    const isOurs = annotations['eks-upgrade-runbook/cordoned-by'] !== undefined;
    if (spec.unschedulable && !isOurs) faults.happen({ call: 'k8s:patch nodes', of: { name }, body: OPEN });
  }
}

const OPEN = { spec: { unschedulable: null } };

async function mendGroups({ twin }: Rehearsal): Promise<void> {
  const { ports, faults, others } = twin;
  for (const nodegroupName of present(await ports.eks.listNodegroups('ekstest'))) {
    const group = present(await ports.eks.describeNodegroup({ ...CLUSTER, nodegroupName }));
    if (group.status === 'DEGRADED' || (group.status === 'ACTIVE' && group.health.length > 0))
      faults.happen({ set: { nodegroup: nodegroupName, status: 'ACTIVE', health: [] } });
    if (/_FAILED$/.test(group.status)) others.eks.deleteNodegroup({ ...CLUSTER, nodegroupName });
    else if (group.tags[REPLACES] !== undefined) giveBackNodes(twin, group);
  }
}

/** What `NodeGroupDiffers` says about sizes: those of a group that an earlier run has left become those of the old group. */
export async function makeSizesEqual({ twin }: Rehearsal): Promise<void> {
  const { ports, others } = twin;
  for (const nodegroupName of present(await ports.eks.listNodegroups('ekstest'))) {
    const { tags, scalingConfig } = present(await ports.eks.describeNodegroup({ ...CLUSTER, nodegroupName }));
    const old = await ports.eks.describeNodegroup({ ...CLUSTER, nodegroupName: tags[REPLACES] ?? '' });
    if (old.kind !== 'value') continue;
    const { minSize, maxSize, desiredSize } = old.value.scalingConfig;
    const wanted = Math.max(desiredSize, Math.min(scalingConfig.desiredSize, maxSize));
    others.eks.updateNodegroupConfig({
      ...CLUSTER,
      nodegroupName,
      scalingConfig: { minSize, maxSize, desiredSize: wanted },
    });
  }
}

/** As many zones as the volumes are in have to have a node. */
const ZONES = 3;

/** At least the size that was asked for; asking for it anew also starts the nodes that are missing. */
function giveBackNodes({ journal, others }: Twin, { nodegroupName }: Nodegroup): void {
  const asked = journal
    .writes()
    .findLast((it) => it.operation === 'eks:CreateNodegroup' && it.parameters.nodegroupName === nodegroupName);
  if (asked === undefined) return;
  const { minSize, desiredSize, maxSize } = asked.parameters.scalingConfig as Nodegroup['scalingConfig'];
  const scalingConfig = { minSize, desiredSize: Math.max(ZONES, desiredSize), maxSize: Math.max(ZONES, maxSize) };
  others.eks.updateNodegroupConfig({ ...CLUSTER, nodegroupName, scalingConfig });
}
