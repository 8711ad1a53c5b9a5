import {
  evictionVersions,
  IN_ALL,
  RESOURCES,
  type ResourceKind,
  SCALABLE,
  WITH_STATUS,
} from '../../model/resources.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import { openApi } from './openapi.ts';
import { unknownResource } from './status.ts';

const VERBS = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

/** GET /version of one of the API servers. */
export function version(world: World): WireAnswer {
  const gitVersion = world.nextGitVersion();
  const [, major = '1', minor = ''] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  return {
    status: 200,
    body: { major, minor: `${minor}+`, gitVersion, gitTreeState: 'clean', compiler: 'gc', platform: 'linux/amd64' },
  };
}

/** GET /openapi/v2, /api, /apis, /apis/<group>, /api/v1, /apis/<group>/<version>. */
export function discover(world: World, path: string): WireAnswer {
  const minor = world.minor();
  if (path === '/openapi/v2') return openApi(world);
  if (path === '/api') return found({ kind: 'APIVersions', versions: ['v1'] });
  if (path === '/apis') return found({ kind: 'APIGroupList', apiVersion: 'v1', groups: groupsOf(minor) });
  if (path === '/api/v1') return found(resourceList('v1', coreResources(minor)));
  const [, group = '', version] = /^\/apis\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (version === undefined) return oneGroup(group, minor);
  const kinds = RESOURCES.filter((it) => it.group === group && it.versions(minor).includes(version));
  const isReviews = group === 'authorization.k8s.io' && version === 'v1';
  if (kinds.length === 0 && !isReviews) return unknownResource();
  return found(resourceList(`${group}/${version}`, isReviews ? REVIEWS : kinds.flatMap(entries)));
}

const found = (body: unknown): WireAnswer => ({ status: 200, body });

const resourceList = (groupVersion: string, resources: readonly unknown[]) => ({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion,
  resources,
});

const REVIEWS = ['SelfSubjectAccessReview', 'SelfSubjectRulesReview'].map((kind) => ({
  name: `${kind.toLowerCase()}s`,
  singularName: '',
  namespaced: false,
  kind,
  verbs: ['create'],
}));

function coreResources(minor: number): readonly unknown[] {
  const eviction = {
    name: 'pods/eviction',
    singularName: '',
    namespaced: true,
    group: 'policy',
    version: evictionVersions(minor)[0],
    kind: 'Eviction',
    verbs: ['create'],
  };
  const core = RESOURCES.filter((it) => it.group === '');
  return core.flatMap((it) => (it.resource === 'pods' ? [...entries(it), eviction] : entries(it)));
}

const entries = (it: ResourceKind): readonly unknown[] => [
  {
    name: it.resource,
    singularName: it.kind.toLowerCase(),
    namespaced: it.isNamespaced,
    kind: it.kind,
    verbs: VERBS,
    ...(it.shortNames.length > 0 && { shortNames: it.shortNames }),
    ...(IN_ALL.has(it.key) && { categories: ['all'] }),
  },
  ...(SCALABLE.has(it.key) ? [{ ...subresource(it, 'scale'), ...SCALE, kind: 'Scale' }] : []),
  ...(WITH_STATUS.has(it.key) ? [{ ...subresource(it, 'status'), kind: it.kind }] : []),
];

const SCALE = { group: 'autoscaling', version: 'v1' };

const subresource = (it: ResourceKind, name: string) => ({
  name: `${it.resource}/${name}`,
  singularName: '',
  namespaced: it.isNamespaced,
  verbs: name === 'scale' ? ['get', 'patch', 'update'] : ['get'],
});

function groupsOf(minor: number): readonly unknown[] {
  const names = [
    ...new Set([...RESOURCES.map((it) => it.group).filter((it) => it !== ''), 'authorization.k8s.io']),
  ].sort();
  return names.flatMap((name) => groupOf(name, minor) ?? []);
}

function oneGroup(name: string, minor: number): WireAnswer {
  const group = groupOf(name, minor);
  return group ? found({ kind: 'APIGroup', apiVersion: 'v1', ...group }) : unknownResource();
}

function groupOf(name: string, minor: number) {
  const all = RESOURCES.filter((it) => it.group === name).flatMap((it) => it.versions(minor));
  const names = name === 'authorization.k8s.io' ? ['v1'] : [...new Set(all)].sort((a, b) => a.length - b.length);
  const versions = names.map((it) => ({ groupVersion: `${name}/${it}`, version: it }));
  return versions.length === 0 ? null : { name, versions, preferredVersion: versions[0] };
}
