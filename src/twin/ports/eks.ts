import { type Answer, value } from '#ports/answer';
import type { Eks } from '#ports/eks';
import type { WireAnswer } from '../api/answer.ts';
import type { EksFace } from '../api/face.ts';
import {
  toAddon,
  toAddonVersions,
  toCluster,
  toInsight,
  toInsightSummary,
  toNodegroup,
  toUpdate,
} from './eks-shapes.ts';
import type { Json } from './present.ts';
import { refusedByEks } from './refused.ts';

/** The port `Eks` on the twin. */
export function eksPort(face: EksFace): Eks {
  const updates = (answer: WireAnswer) => one(answer, 'update', toUpdate);
  const groups = (answer: WireAnswer) => one(answer, 'nodegroup', toNodegroup);
  return {
    describeCluster: async (name) => one(face.describeCluster({ name }), 'cluster', toCluster),
    updateClusterVersion: async (request) => updates(face.updateClusterVersion({ ...request })),
    listUpdates: async (of) => all<string>((page) => face.listUpdates({ ...of, ...page }), 'updateIds'),
    describeUpdate: async (of) => updates(face.describeUpdate({ ...of })),
    listNodegroups: async (clusterName) =>
      all<string>((page) => face.listNodegroups({ clusterName, ...page }), 'nodegroups'),
    describeNodegroup: async (of) => groups(face.describeNodegroup({ ...of })),
    createNodegroup: async (request) => groups(face.createNodegroup(structuredClone({ ...request }))),
    resizeNodegroup: async (request) => updates(face.updateNodegroupConfig(structuredClone({ ...request }))),
    deleteNodegroup: async (of) => groups(face.deleteNodegroup({ ...of })),
    listAddons: async (clusterName) => all<string>((page) => face.listAddons({ clusterName, ...page }), 'addons'),
    describeAddon: async (of) => one(face.describeAddon({ ...of }), 'addon', toAddon),
    updateAddon: async (request) => updates(face.updateAddon({ ...request })),
    describeAddonVersions: async (of) => {
      const infos = all<unknown>((page) => face.describeAddonVersions({ ...of, ...page }), 'addons');
      return infos.kind === 'value' ? value(toAddonVersions(infos.value, of.kubernetesVersion)) : infos;
    },
    listInsights: async ({ clusterName, kubernetesVersion }) => {
      const filter = { categories: ['UPGRADE_READINESS'], kubernetesVersions: [kubernetesVersion] };
      const found = all<Json>((page) => face.listInsights({ clusterName, filter, ...page }), 'insights');
      return found.kind === 'value' ? value(found.value.map(toInsightSummary)) : found;
    },
    describeInsight: async (of) => one(face.describeInsight({ ...of }), 'insight', toInsight),
  };
}

function one<T>(answer: WireAnswer, member: string, shape: (it: Json) => T): Answer<T> {
  if (answer.status >= 300) return refusedByEks(answer);
  return value(shape((answer.body as Record<string, Json>)[member] as Json));
}

/** All pages of a list. */
function all<T>(call: (page: { readonly nextToken?: string }) => WireAnswer, member: string): Answer<readonly T[]> {
  const items: T[] = [];
  let nextToken: string | null = null;
  do {
    const answer: WireAnswer = call(nextToken === null ? {} : { nextToken });
    if (answer.status >= 300) return refusedByEks(answer);
    const body = answer.body as { readonly nextToken: string | null } & Readonly<Record<string, readonly T[]>>;
    items.push(...(body[member] ?? []));
    nextToken = body.nextToken;
  } while (nextToken !== null);
  return value(items);
}
