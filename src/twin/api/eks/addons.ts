import { startUpdate } from '../../controllers/eks/updates.ts';
import type { AddonState, UpdateState } from '../../model/eks-state.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import { paged, type Request, text } from './paging.ts';
import { invalidParameter, noAddon, noCluster, resourceInUse } from './refusals.ts';
import { addonShape, updateShape } from './shapes.ts';
import { once } from './tokens.ts';

export function listAddons(world: World, request: Request): WireAnswer {
  const clusterName = text(request, 'clusterName');
  if (clusterName !== world.eks.cluster.name) return noCluster(clusterName);
  return paged(request, 'addons', [...world.eks.addons.keys()].sort(), { clusterName });
}

export const describeAddon = (world: World, request: Request): WireAnswer =>
  withAddon(world, request, (addon) => ({ status: 200, body: { addon: addonShape(world, addon) } }));

/** Only a version that fits the cluster's Kubernetes is taken; the pods of the add-on are renewed while the update runs. */
export function updateAddon(world: World, request: Request): WireAnswer {
  return withAddon(world, request, (addon) => {
    const about = { clusterName: world.eks.cluster.name, addonName: addon.addonName };
    return once(
      world,
      'UpdateAddon',
      request,
      about,
      () => {
        if (addon.status === 'UPDATING') {
          return {
            answer: resourceInUse(
              `Addon ${addon.addonName} cannot be updated as it is currently in UPDATING state${running(world, addon)}`,
              about,
            ),
          };
        }
        const version = text(request, 'addonVersion');
        if (version !== '' && !fits(world, addon.addonName, version)) {
          return { answer: invalidParameter('Addon version specified is not supported', about) };
        }
        const update = startUpdate(world, { addonName: addon.addonName }, 'AddonUpdate', paramsOf(request));
        return { answer: updated(update), result: update.id };
      },
      (id) => updated(world.eks.updates.find((it) => it.id === id) as UpdateState),
    );
  });
}

/** Versions by add-on, newest first; `kubernetesVersion` and `addonName` narrow them. */
export function describeAddonVersions(world: World, request: Request): WireAnswer {
  const name = text(request, 'addonName');
  const kubernetes = text(request, 'kubernetesVersion');
  const known = world.scenario.addonVersions;
  if (name !== '' && !known.some((it) => it.addonName === name)) {
    return invalidParameter(`Addon ${name} specified is not supported`, { addonName: name });
  }
  const names = [...new Set(known.map((it) => it.addonName))].filter((it) => name === '' || it === name).sort();
  const infos = names.map((addonName) => ({
    addonName,
    type: 'networking',
    addonVersions: known.filter((it) => it.addonName === addonName).flatMap((it) => versionShape(it, kubernetes) ?? []),
    publisher: 'eks',
    owner: 'aws',
  }));
  return paged(
    request,
    'addons',
    infos.filter((it) => it.addonVersions.length > 0),
    {},
  );
}

function versionShape(it: World['scenario']['addonVersions'][number], kubernetes: string) {
  const fitting = Object.entries(it.fits).filter(([version]) => kubernetes === '' || version === kubernetes);
  if (fitting.length === 0) return null;
  return {
    addonVersion: it.addonVersion,
    architecture: ['amd64', 'arm64'],
    compatibilities: fitting.map(([clusterVersion, how]) => ({
      clusterVersion,
      platformVersions: ['*'],
      defaultVersion: how === 'default',
    })),
    requiresConfiguration: false,
    requiresIamPermissions: false,
  };
}

const fits = (world: World, addonName: string, version: string): boolean =>
  world.scenario.addonVersions.some(
    (it) => it.addonName === addonName && it.addonVersion === version && world.eks.cluster.version in it.fits,
  );

function withAddon(world: World, request: Request, then: (addon: AddonState) => WireAnswer): WireAnswer {
  const clusterName = text(request, 'clusterName');
  const name = text(request, 'addonName');
  if (clusterName !== world.eks.cluster.name) return noCluster(clusterName);
  const addon = world.eks.addons.get(name);
  return addon ? then(addon) : noAddon(clusterName, name);
}

const updated = (update: UpdateState): WireAnswer => ({ status: 200, body: { update: updateShape(update) } });

function running(world: World, { addonName }: AddonState): string {
  const update = world.eks.updates.find((it) => it.addonName === addonName && it.status === 'InProgress');
  return update ? `: update ${update.id} is in progress` : '';
}

const PARAMETERS = {
  AddonVersion: 'addonVersion',
  ServiceAccountRoleArn: 'serviceAccountRoleArn',
  ResolveConflicts: 'resolveConflicts',
  ConfigurationValues: 'configurationValues',
};

const paramsOf = (request: Request): UpdateState['params'] =>
  Object.entries(PARAMETERS).flatMap(([type, member]) =>
    request[member] ? [{ type, value: text(request, member) }] : [],
  );
