import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { withDefaults } from '../model/defaults.ts';
import type { EksState } from '../model/eks-state.ts';
import { newNode } from '../model/new-node.ts';
import { type Metadata, timestamp, type WireObject } from '../model/object.ts';
import { resourceByKind } from '../model/resources.ts';
import type { Draft } from '../model/store.ts';
import type { NodeShorthand, Scenario } from './schema.ts';

/** The AWS side as the scenario describes it; free addresses are set when the nodes are there. */
export function eksStateOf(scenario: Scenario): EksState {
  const copy = structuredClone(scenario);
  return {
    cluster: { ...present(copy.cluster), roleArn: copy.cluster.roleArn ?? null } as EksState['cluster'],
    nodegroups: new Map(copy.nodegroups.map((it) => [it.nodegroupName, { ...it, modifiedAt: it.createdAt } as never])),
    addons: new Map(copy.addons.map((it) => [it.addonName, withTimes(it, copy.cluster.createdAt) as never])),
    updates: copy.updates.map(({ of, ...it }) => ({ ...it, ...of }) as never),
    subnets: new Map(copy.subnets.map((it) => [it.subnetId, { ...it, freeWithoutNodes: it.availableIpAddressCount }])),
    tokens: new Map(),
  };
}

/** All Kubernetes objects of the start, each with its key in the store; nodes first, then namespaces that nobody wrote down, then as written. */
export function objectsOf(
  scenario: Scenario,
  eks: EksState,
): readonly { readonly resource: string; readonly draft: Draft<WireObject> }[] {
  const nodes = scenario.nodes.map((it) => ({
    resource: 'nodes',
    draft: nodeOf(scenario, eks, it) as Draft<WireObject>,
  }));
  const given = scenario.objects.map((it) => it as unknown as WireObject);
  return [...nodes, ...[...missingNamespaces(given), ...given].map((it) => storable(scenario, it))];
}

/** Those that every cluster has, and those in which something lies. */
function missingNamespaces(given: readonly WireObject[]): readonly WireObject[] {
  const described = new Set(given.filter((it) => it.kind === 'Namespace').map((it) => it.metadata.name));
  const wanted = new Set(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
  for (const { metadata } of given) if (metadata.namespace !== undefined) wanted.add(metadata.namespace);
  return [...wanted]
    .filter((name) => !described.has(name))
    .map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name } as Metadata,
      status: { phase: 'Active' },
    }));
}

function nodeOf(scenario: Scenario, eks: EksState, it: NodeShorthand) {
  const group = eks.nodegroups.get(it.group);
  const subnet = scenario.subnets.find(({ cidrBlock }) => sharesPrefix(cidrBlock, it.address));
  if (!group)
    throw invalid(`node ${it.address} belongs to node group "${it.group}", which the scenario does not describe`);
  if (!subnet) throw invalid(`node ${it.address} is in none of the subnets of the scenario`);
  return newNode(scenario, {
    address: it.address,
    zone: subnet.availabilityZone,
    group,
    kubelet:
      it.kubelet ??
      scenario.versions[group.version ?? scenario.cluster.version]?.kubelet ??
      `v${scenario.cluster.version}.0`,
    instanceType: it.instanceType ?? group.instanceTypes[0] ?? 't3.medium',
    labels: it.labels,
    createdAt: timestamp(Date.parse(it.createdAt)),
    isReady: it.ready,
  });
}

function storable(
  scenario: Scenario,
  object: WireObject,
): { readonly resource: string; readonly draft: Draft<WireObject> } {
  const kind = resourceByKind(object.apiVersion, object.kind);
  if (!kind)
    throw invalid(`the twin does not know ${object.kind} of ${object.apiVersion} (object ${object.metadata.name})`);
  const { resourceVersion: _version, ...rest } = object.metadata;
  const metadata: Omit<Metadata, 'uid' | 'resourceVersion'> = {
    ...rest,
    ...(kind.isNamespaced && { namespace: rest.namespace ?? 'default' }),
    creationTimestamp: rest.creationTimestamp ?? timestamp(Date.parse(scenario.cluster.createdAt)),
  };
  return {
    resource: kind.key,
    draft: { ...withDefaults(structuredClone(object)), ...missingStatus(kind.key, object), metadata },
  };
}

/** What controllers and steps expect to find, where the scenario leaves it to the twin. */
function missingStatus(resource: string, { status }: WireObject): { readonly status?: unknown } {
  if (status !== undefined) return {};
  if (resource === 'policy/poddisruptionbudgets') {
    return { status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 } };
  }
  return resource.startsWith('apps/') || resource === 'pods' ? { status: {} } : {};
}

/** `10.0.101.0/24` and `10.0.101.193`; the prefix may have any length. */
function sharesPrefix(cidr: string, address: string): boolean {
  const [base = '', bits = '32'] = cidr.split('/');
  const number = (text: string) => text.split('.').reduce((all, part) => all * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(bits));
  return Math.floor(number(base) / size) === Math.floor(number(address) / size);
}

const present = <Shape extends object>(it: Shape): Shape =>
  Object.fromEntries(Object.entries(it).filter(([, value]) => value !== undefined)) as Shape;

const withTimes = (it: Scenario['addons'][number], created: string) => {
  const createdAt = it.createdAt ?? created;
  return { ...it, createdAt, modifiedAt: createdAt };
};

const invalid = (message: string): UpgradeError =>
  new UpgradeError('ScenarioInvalid', message, {
    exit: EXIT.usage,
    hint: 'docs/twin.md describes the format of scenarios',
  });
