import { canonical } from '../../controllers/template.ts';
import type { NodegroupState } from '../../model/eks-state.ts';
import type { World } from '../../model/world.ts';
import { nodesIn, REPLACES_TAG, RUN_TAG } from '../marks.ts';
import { FINE, type Json, type Rule, texts, wrong, wrongIfDone } from '../rule.ts';

/** A new group is like the old one, at the version of the cluster, and the only one in its place. */
export const newGroup = (world: World): Rule => ({
  name: 'new-group',
  judge: ({ operation, body }) => {
    if (operation !== 'eks:CreateNodegroup') return FINE;
    const replaces = (body.tags as Json | undefined)?.[REPLACES_TAG];
    const old = world.eks.nodegroups.get(String(replaces));
    if (old === undefined)
      return wrongIfDone([`group ${body.nodegroupName} takes the place of ${replaces}, which is not there`]);
    const others = standingFor(world, old).filter((it) => it !== body.nodegroupName);
    const found = [
      ...differences(world, old, body),
      ...others.map((it) => `${it} stands for ${old.nodegroupName} already`),
    ];
    return wrong(found.map((it) => `group ${body.nodegroupName}: ${it}`));
  },
});

/** The groups that were made for an old one and are not going. */
const standingFor = (world: World, { nodegroupName }: NodegroupState): readonly string[] =>
  [...world.eks.nodegroups.values()]
    .filter(({ tags, status }) => tags[REPLACES_TAG] === nodegroupName && status !== 'DELETING')
    .map((it) => it.nodegroupName);

const COPIED = [
  'subnets',
  'nodeRole',
  'instanceTypes',
  'capacityType',
  'labels',
  'taints',
  'updateConfig',
  'nodeRepairConfig',
] as const;

function differences(world: World, old: NodegroupState, asked: Json): readonly string[] {
  const custom = old.amiType === 'CUSTOM';
  const template = old.launchTemplate !== undefined;
  return [
    ...COPIED.filter((key) => !same(asked[key], old[key])).map((key) => `${key} is not that of ${old.nodegroupName}`),
    ...texts(
      [!template && !same(asked.diskSize, old.diskSize), 'diskSize is another'],
      [!template && !same(asked.remoteAccess, old.remoteAccess), 'remoteAccess is another'],
      [
        template && (asked.diskSize ?? asked.remoteAccess) !== undefined,
        'its launch template has the disk and the access',
      ],
      [!isTemplate(asked.launchTemplate as Json | undefined, old), 'launchTemplate is another'],
      [!custom && !same(asked.amiType, old.amiType), 'amiType is another'],
      [!custom && asked.version !== world.eks.cluster.version, `version ${asked.version} is not the cluster's`],
      [!isTagged(asked.tags as Json, old), 'a tag of the old group is lost'],
      [!fitsSizes(world, old, asked.scalingConfig), 'its sizes are not those of the old group'],
      [old.tags[RUN_TAG] === (asked.tags as Json)[RUN_TAG], 'it takes the place of a new group'],
    ),
  ];
}

/** Absent and empty mean the same; sets may be in any order. */
const same = (a: unknown, b: unknown): boolean => plain(a) === plain(b);

function plain(it: unknown): string {
  const isEmpty = typeof it === 'object' && it !== null && Object.keys(it).length === 0;
  if (it === undefined || it === null || isEmpty) return '';
  return Array.isArray(it)
    ? it
        .map((each) => canonical(each))
        .sort()
        .join()
    : canonical(it);
}

function isTemplate(asked: Json | undefined, { launchTemplate: old }: NodegroupState): boolean {
  if (old === undefined || asked === undefined) return old === asked;
  const isSame = asked.id === undefined ? asked.name === old.name : asked.id === old.id;
  return isSame && asked.version === old.version;
}

const isTagged = (asked: Json, { tags }: NodegroupState): boolean =>
  Object.entries(tags).every(([key, value]) => /^(aws:|eks-upgrade-runbook\/)/.test(key) || asked[key] === value);

/** A group that is to have no nodes but has some gets a place for their pods. One that somebody resized lately may have been read before. */
function fitsSizes(world: World, old: NodegroupState, asked: unknown): boolean {
  const { scalingConfig, nodegroupName } = old;
  const resized = world.eks.updates.some((it) => it.nodegroupName === nodegroupName && it.type === 'ConfigUpdate');
  if (resized || same(asked, scalingConfig)) return true;
  const { maxSize } = scalingConfig;
  const place = { ...scalingConfig, desiredSize: 1, maxSize: Math.max(1, maxSize) };
  return scalingConfig.desiredSize === 0 && nodesIn(world, nodegroupName).length > 0 && same(asked, place);
}
