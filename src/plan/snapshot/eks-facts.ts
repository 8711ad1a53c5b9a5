import { inPlaceOf } from '#domain/addons/settings';
import type { RemovedApi } from '#domain/preflight/removed-apis';
import type { AddonVersion, Nodegroup, Update, UpdateOf } from '#ports/eks';
import type { ReadPorts } from '../read-ports.ts';
import { ask } from './ask.ts';

/** What a snapshot is about. */
export interface SnapshotOf {
  readonly cluster: string;
  readonly from: string;
  readonly to: string;
  /** Add-ons of the runbook: what stands for their configuration values is kept, because they are part of what the plan would ask for. */
  readonly addons: readonly string[];
  /** APIs that `to` no longer serves; absent: nobody asks whether they are used. */
  readonly removedApis?: readonly RemovedApi[];
}

/** What EKS says of the cluster, in the words of a scenario. */
export async function eksFacts({ eks }: Pick<ReadPorts, 'eks'>, of: SnapshotOf) {
  const clusterName = of.cluster;
  const cluster = await ask(`cluster ${clusterName}`, eks.describeCluster(clusterName));
  const groupNames = await ask(`the node groups of ${clusterName}`, eks.listNodegroups(clusterName));
  const addonNames = await ask(`the add-ons of ${clusterName}`, eks.listAddons(clusterName));
  const nodegroups = await each(groupNames, (name) =>
    ask(`node group ${name}`, eks.describeNodegroup({ clusterName, nodegroupName: name })),
  );
  const addons = await each(addonNames, async (addonName) => {
    const addon = await ask(`add-on ${addonName}`, eks.describeAddon({ clusterName, addonName }));
    const { configurationValues, ...others } = addon;
    return of.addons.includes(addonName) && configurationValues !== undefined
      ? { ...others, configurationValues: inPlaceOf(configurationValues) }
      : others;
  });
  return {
    // The certificate is of no use to a model.
    cluster: { ...cluster, certificateAuthority: '' },
    nodegroups,
    addons,
    addonVersions: (await each(addonNames, (name) => addonVersions(eks, name, of))).flat(),
    updates: (
      await each(updateOwners(clusterName, groupNames, addonNames), (owner) => runningUpdates(eks, owner))
    ).flat(),
  };
}

function updateOwners(name: string, groups: readonly string[], addons: readonly string[]): readonly UpdateOf[] {
  return [
    { name },
    ...groups.map((nodegroupName) => ({ name, nodegroupName })),
    ...addons.map((addonName) => ({ name, addonName })),
  ];
}

/** Only those that run: what has ended is history, which no check asks for. */
async function runningUpdates(
  eks: ReadPorts['eks'],
  owner: UpdateOf,
): Promise<readonly (Update & { readonly of: object })[]> {
  const { name, ...of } = owner;
  const ids = await ask(`the updates of ${of.nodegroupName ?? of.addonName ?? name}`, eks.listUpdates(owner));
  const updates = await each(ids, (updateId) => ask(`update ${updateId}`, eks.describeUpdate({ ...owner, updateId })));
  return updates
    .filter(({ status }) => status === 'InProgress')
    .map((it) => ({ ...it, params: it.params.map(withoutValue), of }));
}

const withoutValue = (param: Update['params'][number]) =>
  param.type === 'ConfigurationValues' ? { ...param, value: inPlaceOf(param.value) } : param;

async function addonVersions(eks: ReadPorts['eks'], addonName: string, { from, to }: SnapshotOf) {
  const fits = new Map<string, Record<string, 'default' | 'offered'>>();
  for (const kubernetesVersion of [to, from]) {
    const what = `the versions of add-on ${addonName} for ${kubernetesVersion}`;
    const versions: readonly AddonVersion[] = await ask(
      what,
      eks.describeAddonVersions({ addonName, kubernetesVersion }),
    );
    for (const { addonVersion, defaultVersion } of versions) {
      fits.set(addonVersion, {
        ...fits.get(addonVersion),
        [kubernetesVersion]: defaultVersion ? 'default' : 'offered',
      });
    }
  }
  return [...fits].map(([addonVersion, it]) => ({ addonName, addonVersion, fits: it }));
}

/** One after another: a plan is in no hurry, and the API limits calls per second. */
async function each<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await read(item));
  return results;
}

/** Subnets of the cluster and of its groups, each once, sorted. */
export const subnetsOf = (
  cluster: { readonly subnetIds: readonly string[] },
  groups: readonly Nodegroup[],
): readonly string[] => [...new Set([...cluster.subnetIds, ...groups.flatMap(({ subnets }) => subnets)])].sort();
