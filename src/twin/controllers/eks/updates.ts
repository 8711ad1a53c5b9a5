import { freeAddresses } from '../../model/addresses.ts';
import type { UpdateState } from '../../model/eks-state.ts';
import type { World } from '../../model/world.ts';
import type { UpdateFault } from '../../scenario/fault-schema.ts';
import { isRolledOut, rollOut } from './addon-workloads.ts';
import { applyNodegroupConfig } from './nodegroup-config.ts';

/** EKS needs up to five free addresses in the cluster's subnets (https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html). */
const ADDRESSES_FOR_UPDATE = 5;
const ADDON_PATIENCE = 20 * 60_000;
const ADDON_LOOKS_EVERY = 5_000;
/** How soon to look again whether the API servers are replaced, ms. */
const REPLACEMENT_LOOKS_EVERY = 500;

type Outcome = Pick<UpdateState, 'status' | 'errors'> & {
  readonly after: number;
  readonly leaves?: UpdateFault['leaves'];
};

/** Puts a new update down as running and lets it take its course. */
export function startUpdate(
  world: World,
  of: Pick<UpdateState, 'nodegroupName' | 'addonName'>,
  type: string,
  params: UpdateState['params'],
): UpdateState {
  const owner = of.nodegroupName ?? of.addonName ?? '';
  const update: UpdateState = {
    id: world.ids.uuid(`update ${type} ${owner}`),
    ...of,
    status: 'InProgress',
    type,
    params,
    createdAt: new Date(world.time.now()).toISOString(),
    errors: [],
  };
  world.eks.updates.push(update);
  followUpdate(world, update);
  return update;
}

/** Lets an update that is in progress end when its time has come; also for one that the start state brings along. */
export function followUpdate(world: World, update: UpdateState): void {
  setOwnerStatus(world, update, 'UPDATING');
  if (update.addonName !== undefined) rollOut(world, update.addonName, parameterOf(update, 'AddonVersion'));
  const outcome = outcomeOf(world, update);
  const due = Date.parse(update.createdAt) + outcome.after;
  world.after(Math.max(0, due - world.time.now()), () => end(world, update, outcome));
}

/** The value of a parameter of an update. */
export const parameterOf = (update: UpdateState, type: string): string | undefined =>
  update.params.find((it) => it.type === type)?.value;

function outcomeOf(world: World, update: UpdateState): Outcome {
  const { durations } = world.scenario;
  const kind = update.nodegroupName !== undefined ? 'nodegroup' : update.addonName !== undefined ? 'addon' : 'cluster';
  const usual = {
    cluster: durations.controlPlane,
    nodegroup: durations.nodegroupConfigUpdate,
    addon: durations.addonUpdate,
  }[kind];
  const fault = world.takeUpdateFault(kind, update.nodegroupName ?? update.addonName ?? world.eks.cluster.name);
  if (fault) return { status: fault.status, errors: fault.errors, after: fault.after ?? usual, leaves: fault.leaves };
  const shortage = kind === 'cluster' ? lackOfAddresses(world) : null;
  return shortage ?? { status: 'Successful', errors: [], after: usual };
}

function lackOfAddresses(world: World): Outcome | null {
  const { subnetIds } = world.eks.cluster;
  const subnets = subnetIds.flatMap((id) => world.eks.subnets.get(id) ?? []);
  const free = subnets.reduce((all, it) => all + freeAddresses(world, it), 0);
  if (subnets.length === 0 || free >= ADDRESSES_FOR_UPDATE) return null;
  const errorMessage = `Not enough free IP addresses in the subnets of the cluster: ${free} are free, up to ${ADDRESSES_FOR_UPDATE} are needed.`;
  return {
    status: 'Failed',
    errors: [{ errorCode: 'IpNotAvailable', errorMessage, resourceIds: subnetIds }],
    after: 5 * 60_000,
  };
}

function end(world: World, update: UpdateState, outcome: Outcome): void {
  if (outcome.status === 'Successful' && update.addonName !== undefined && !isRolledOut(world, update.addonName)) {
    waitForRollout(world, update, outcome);
    return;
  }
  const version = outcome.status === 'Successful' ? versionBroughtBy(update) : undefined;
  if (version !== undefined && !areReplaced(world, version)) {
    world.after(REPLACEMENT_LOOKS_EVERY, () => end(world, update, outcome));
    return;
  }
  update.status = outcome.status;
  update.errors = outcome.errors;
  setOwnerStatus(
    world,
    update,
    outcome.status === 'Successful' || update.addonName === undefined ? 'ACTIVE' : 'UPDATE_FAILED',
  );
  if (outcome.status === 'Successful') carryOut(world, update);
  if (outcome.leaves) leave(world, update, outcome.leaves);
}

function leave({ eks }: World, update: UpdateState, { status, health }: NonNullable<UpdateFault['leaves']>): void {
  const addon = eks.addons.get(update.addonName ?? '');
  const group = eks.nodegroups.get(update.nodegroupName ?? '');
  if (addon) Object.assign(addon, { status, health });
  if (group) Object.assign(group, { status: 'DEGRADED', health });
}

function waitForRollout(world: World, update: UpdateState, outcome: Outcome): void {
  const isTooLate = world.time.now() > Date.parse(update.createdAt) + ADDON_PATIENCE;
  const errorMessage = 'The add-on is unhealthy because it does not have the desired number of replicas.';
  const failure: Outcome = {
    status: 'Failed',
    errors: [{ errorCode: 'InsufficientNumberOfReplicas', errorMessage, resourceIds: [] }],
    after: 0,
  };
  world.after(isTooLate ? 0 : ADDON_LOOKS_EVERY, () => end(world, update, isTooLate ? failure : outcome));
}

function carryOut(world: World, update: UpdateState): void {
  if (update.addonName !== undefined) {
    finishAddon(world, update);
    return;
  }
  if (update.nodegroupName !== undefined) {
    applyNodegroupConfig(world, update);
    return;
  }
  const version = versionBroughtBy(update);
  if (version === undefined) return;
  world.eks.cluster.version = version;
  world.eks.cluster.platformVersion = world.scenario.versions[version]?.platformVersion ?? 'eks.1';
}

const versionBroughtBy = (update: UpdateState): string | undefined =>
  update.type === 'VersionUpdate' ? parameterOf(update, 'Version') : undefined;

/** Has the API servers replaced, once, and tells whether that is over. */
function areReplaced(world: World, version: string): boolean {
  if (world.apiServer() !== version) world.cluster.replaceApiServers(version);
  return world.cluster.areApiServersReplaced();
}

function finishAddon(world: World, update: UpdateState): void {
  const addon = world.eks.addons.get(update.addonName ?? '');
  if (!addon) return;
  addon.addonVersion = parameterOf(update, 'AddonVersion') ?? addon.addonVersion;
  addon.modifiedAt = new Date(world.time.now()).toISOString();
  const role = parameterOf(update, 'ServiceAccountRoleArn');
  const values = parameterOf(update, 'ConfigurationValues');
  if (role !== undefined) addon.serviceAccountRoleArn = role;
  if (values !== undefined) addon.configurationValues = values;
}

function setOwnerStatus(world: World, update: UpdateState, status: 'UPDATING' | 'ACTIVE' | 'UPDATE_FAILED'): void {
  const { cluster, nodegroups, addons } = world.eks;
  const addon = addons.get(update.addonName ?? '');
  const group = nodegroups.get(update.nodegroupName ?? '');
  if (addon) addon.status = status;
  else if (status !== 'UPDATE_FAILED') {
    if (group) group.status = status;
    else if (update.addonName === undefined && update.nodegroupName === undefined) cluster.status = status;
  }
}
