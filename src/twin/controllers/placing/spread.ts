import type { LabelSelector, PodObject, SpreadConstraint } from '../../model/object.ts';
import { matchesSelector } from '../../model/selector.ts';
import { repellingTaint } from '../../model/taints.ts';
import { isChosenBy } from '../node-affinity.ts';
import type { NodeRoom, NodeRooms } from '../node-rooms.ts';
import type { PodCount } from './pod-counts.ts';

const HOSTNAME = 'kubernetes.io/hostname';

/** How pods without constraints of their own are spread (https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/#internal-default-constraints). */
const DEFAULTS = [
  { maxSkew: 3, topologyKey: HOSTNAME },
  { maxSkew: 5, topologyKey: 'topology.kubernetes.io/zone' },
] as const;

interface Constraint extends Pick<SpreadConstraint, 'maxSkew' | 'topologyKey'> {
  readonly policies: Pick<SpreadConstraint, 'nodeAffinityPolicy' | 'nodeTaintsPolicy' | 'minDomains'>;
  readonly selector: LabelSelector | undefined;
  readonly counts: PodCount;
}

/** Topology spread, for one pod that looks for a node. */
export interface Spread {
  /** Why the pod may not run on the node; null when it may. */
  readonly obstacle: (room: NodeRoom) => string | null;
  /** 0–100 for each node; undefined when the pod is not spread. */
  readonly scores: (rooms: readonly NodeRoom[]) => readonly number[] | undefined;
}

export function spreadOf(rooms: NodeRooms, pod: PodObject): Spread {
  const hard = constraintsOf(rooms, pod, 'DoNotSchedule');
  const counted = hard.map((it) => domainsOf(rooms, pod, it, hard));
  return {
    obstacle: (room) => {
      for (const [index, constraint] of hard.entries()) {
        const why = tooMuch(constraint, counted[index] as Map<string, number>, room, pod);
        if (why !== null) return why;
      }
      return null;
    },
    scores: (fitting) => softScores(rooms, pod, fitting),
  };
}

const NOT_SPREAD = "node(s) didn't match pod topology spread constraints";

function tooMuch(it: Constraint, domains: Map<string, number>, room: NodeRoom, pod: PodObject): string | null {
  const value = labelOf(room, it.topologyKey);
  if (value === undefined) return `${NOT_SPREAD} (missing required label)`;
  const isFew = domains.size < (it.policies.minDomains ?? 1);
  const least = isFew ? 0 : Math.min(...domains.values());
  const self = it.selector && matchesSelector(it.selector, pod.metadata.labels) ? 1 : 0;
  return (domains.get(value) ?? 0) + self - least > it.maxSkew ? NOT_SPREAD : null;
}

/** Matching pods by value of the topology key, over the nodes that count. */
function domainsOf(rooms: NodeRooms, pod: PodObject, it: Constraint, all: readonly Constraint[]): Map<string, number> {
  const domains = new Map<string, number>();
  for (const room of rooms.all()) {
    if (!all.every(({ topologyKey }) => labelOf(room, topologyKey) !== undefined)) continue;
    if (!isIncluded(it, room, pod)) continue;
    const value = labelOf(room, it.topologyKey) ?? '';
    domains.set(value, (domains.get(value) ?? 0) + countAt(it, room));
  }
  return domains;
}

function isIncluded({ policies }: Constraint, { node }: NodeRoom, pod: PodObject): boolean {
  if (policies.nodeAffinityPolicy !== 'Ignore' && !isChosenBy(pod.spec, node)) return false;
  return policies.nodeTaintsPolicy !== 'Honor' || repellingTaint(node, pod.spec.tolerations) === undefined;
}

function softScores(rooms: NodeRooms, pod: PodObject, fitting: readonly NodeRoom[]): readonly number[] | undefined {
  const own = (pod.spec.topologySpreadConstraints ?? []).length > 0;
  const constraints = own ? constraintsOf(rooms, pod, 'ScheduleAnyway') : defaultsOf(rooms, pod);
  if (constraints.length === 0) return undefined;
  // By default a node without a zone is spread by its name all the same.
  const isIgnored = fitting.map((room) => own && constraints.some((it) => labelOf(room, it.topologyKey) === undefined));
  const counted = fitting.filter((_, index) => !isIgnored[index]);
  const raw = new Map(counted.map((room) => [room, 0]));
  for (const it of constraints) addScores(raw, rooms, pod, it, own ? constraints : []);
  const whole = fitting.map((room) => Math.round(raw.get(room) ?? 0));
  const rated = whole.filter((_, index) => !isIgnored[index]);
  const [least, most] = [Math.min(...rated), Math.max(...rated)];
  return whole.map((it, index) => {
    if (isIgnored[index]) return 0;
    return most === 0 ? 100 : Math.trunc((100 * (most + least - it)) / most);
  });
}

function addScores(
  raw: Map<NodeRoom, number>,
  rooms: NodeRooms,
  pod: PodObject,
  it: Constraint,
  required: readonly Constraint[],
): void {
  const isByNode = it.topologyKey === HOSTNAME;
  const values = new Set([...raw.keys()].map((room) => labelOf(room, it.topologyKey)));
  const domains = isByNode ? undefined : domainsAmong(rooms, pod, it, values, required);
  const weight = Math.log((isByNode ? raw.size : values.size) + 2);
  for (const [room, sum] of raw) {
    const value = labelOf(room, it.topologyKey);
    if (value === undefined) continue;
    const count = domains ? (domains.get(value) ?? 0) : countAt(it, room);
    raw.set(room, sum + count * weight + (it.maxSkew - 1));
  }
}

/** As `domainsOf`, reckoned from the nodes that have such pods: there are fewer of them. */
function domainsAmong(
  rooms: NodeRooms,
  pod: PodObject,
  it: Constraint,
  values: ReadonlySet<string | undefined>,
  required: readonly Constraint[],
): Map<string, number> {
  const domains = new Map<string, number>();
  for (const [name, count] of it.counts.staying) {
    const room = count > 0 ? rooms.get(name) : undefined;
    if (!room || required.some(({ topologyKey }) => labelOf(room, topologyKey) === undefined)) continue;
    const value = labelOf(room, it.topologyKey);
    if (value === undefined || !values.has(value) || !isIncluded(it, room, pod)) continue;
    domains.set(value, (domains.get(value) ?? 0) + count);
  }
  return domains;
}

function constraintsOf(
  rooms: NodeRooms,
  pod: PodObject,
  when: SpreadConstraint['whenUnsatisfiable'],
): readonly Constraint[] {
  const { namespace = '', labels = {} } = pod.metadata;
  return (pod.spec.topologySpreadConstraints ?? [])
    .filter((it) => it.whenUnsatisfiable === when)
    .map(({ maxSkew, topologyKey, labelSelector, matchLabelKeys, ...policies }) => {
      const keys = (matchLabelKeys ?? []).filter((key) => labels[key] !== undefined);
      const more = Object.fromEntries(keys.map((key) => [key, labels[key] as string]));
      const selector = labelSelector && { ...labelSelector, matchLabels: { ...labelSelector.matchLabels, ...more } };
      return {
        maxSkew,
        topologyKey,
        policies,
        selector,
        counts: selector ? rooms.podCounts.of([namespace], selector) : NOTHING,
      };
    });
}

const NOTHING: PodCount = { all: new Map(), staying: new Map() };

function defaultsOf(rooms: NodeRooms, pod: PodObject): readonly Constraint[] {
  const counts = rooms.siblingsOf(pod);
  return counts ? DEFAULTS.map((it) => ({ ...it, policies: {}, selector: undefined, counts })) : [];
}

const countAt = (it: Constraint, { node }: NodeRoom): number => it.counts.staying.get(node.metadata.name) ?? 0;

const labelOf = (room: NodeRoom, key: string): string | undefined => room.node.metadata.labels?.[key];
