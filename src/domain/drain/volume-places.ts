import { listSome } from '#errors/list-some';
import type { LabelRequirement } from '../kubernetes/metadata.ts';
import type { Node } from '../kubernetes/node.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { Claim, Volume } from '../kubernetes/volume.ts';
import { isReady, NODEGROUP, ZONE } from '../nodes/labels.ts';
import { selects } from './selector.ts';

/** Whether pods with claims may leave the node for sure: another node of its zone takes pods. */
export function isZoneServed(leaving: readonly Pod[], node: Node | undefined, nodes: readonly Node[]): boolean {
  const zone = node?.metadata.labels?.[ZONE];
  const isServed = nodes.some((it) => it !== node && takesPods(it) && it.metadata.labels?.[ZONE] === zone);
  return (zone !== undefined && isServed) || leaving.every((pod) => claimsOf(pod).length === 0);
}

interface Seen {
  readonly nodes: readonly Node[];
  readonly claims: readonly Claim[];
  readonly volumes: readonly Volume[];
}

/**
 * The pods that could not start again anywhere now, because no node that takes pods is where their volumes can be used
 * (https://kubernetes.io/docs/concepts/storage/persistent-volumes/#node-affinity); a text each, with the nodes that are
 * there and closed. `group`: the one that is emptied, whose nodes are closed on purpose.
 */
export function podsWithoutPlace(leaving: readonly Pod[], group: string | undefined, seen: Seen): readonly string[] {
  return leaving.flatMap((pod) =>
    volumesOf(pod, seen).flatMap((volume) => {
      const there = seen.nodes.filter((node) => isUsableOn(volume, node));
      if (there.some(takesPods)) return [];
      const others = there.filter((it) => it.metadata.labels?.[NODEGROUP] !== group);
      return [`pod ${nameOf(pod)} needs volume ${volume.metadata.name} (${placeOf(volume)}): ${whyNone(others)}`];
    }),
  );
}

const takesPods = (node: Node): boolean => isReady(node) && !node.spec.unschedulable;

const nameOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`;

const claimsOf = ({ spec }: Pod): readonly string[] =>
  (spec.volumes ?? []).flatMap((it) => it.persistentVolumeClaim?.claimName ?? []);

function volumesOf(pod: Pod, { claims, volumes }: Seen): readonly Volume[] {
  const wanted = claimsOf(pod).flatMap((name) =>
    claims.filter(({ metadata }) => metadata.namespace === pod.metadata.namespace && metadata.name === name),
  );
  return wanted.flatMap(({ spec }) => volumes.filter(({ metadata }) => metadata.name === spec.volumeName));
}

const termsOf = ({ spec }: Volume): readonly (readonly LabelRequirement[])[] =>
  (spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).map(({ matchExpressions = [] }) => matchExpressions);

function isUsableOn(volume: Volume, { metadata }: Node): boolean {
  const terms = termsOf(volume);
  return terms.length === 0 || terms.some((matchExpressions) => selects({ matchExpressions }, metadata.labels));
}

const placeOf = (volume: Volume): string =>
  listSome(termsOf(volume).flatMap((term) => term.flatMap(({ values = [] }) => values)));

function whyNone(others: readonly Node[]): string {
  if (others.length === 0) return 'no other node is there';
  return listSome(
    others.map(({ metadata, spec }) => `node ${metadata.name} is ${spec.unschedulable ? 'cordoned' : 'not Ready'}`),
    '; ',
  );
}
