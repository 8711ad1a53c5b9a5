import { isFinished, type PodObject, type PodTerm } from '../../model/object.ts';
import type { Change } from '../../model/store.ts';
import { SelectorIndex } from './selector-index.ts';

/** Weight of a required affinity of a pod that is there already, for others that it speaks about (kube-scheduler, hardPodAffinityWeight). */
const REQUIRED = 1;

/** A term of pods that are bound: what they say about the pods that it matches. */
export interface HeldTerm {
  readonly topologyKey: string;
  /** How welcome others are in the same place; null: they may not come at all. */
  readonly weight: number | null;
  /** Where the pods are that say so, and how many. */
  readonly nodes: Map<string, number>;
}

/** What the pods that are there already say about others, kept change by change. */
export class HeldTerms {
  readonly #index = new SelectorIndex<HeldTerm>();
  readonly #known = new Map<string, HeldTerm>();

  note({ resource, before, after }: Change): void {
    if (resource !== 'pods') return;
    this.#count(before as PodObject | undefined, -1);
    this.#count(after as PodObject | undefined, 1);
  }

  /** The terms that speak about this pod. */
  about(pod: PodObject): readonly HeldTerm[] {
    return this.#index.matching(pod);
  }

  #count(pod: PodObject | undefined, by: 1 | -1): void {
    const nodeName = pod?.spec.nodeName;
    if (!pod || nodeName === undefined || isFinished(pod)) return;
    if (!pod.spec.affinity?.podAffinity && !pod.spec.affinity?.podAntiAffinity) return;
    for (const { term, weight } of termsOf(pod)) {
      const { nodes } = this.#held(term, weight, pod.metadata.namespace ?? '');
      nodes.set(nodeName, (nodes.get(nodeName) ?? 0) + by);
    }
  }

  #held(term: PodTerm, weight: number | null, own: string): HeldTerm {
    const namespaces = namespacesOf(term, own);
    const key = JSON.stringify([namespaces, term.labelSelector ?? null, term.topologyKey, weight]);
    const known = this.#known.get(key);
    if (known) return known;
    const held = { topologyKey: term.topologyKey, weight, nodes: new Map<string, number>() };
    this.#known.set(key, held);
    // Without a selector a term speaks about no pod.
    if (term.labelSelector) this.#index.add(namespaces, term.labelSelector, held);
    return held;
  }
}

/** The namespaces that a term speaks about. */
export const namespacesOf = (term: PodTerm, own: string): readonly string[] =>
  term.namespaces?.length ? term.namespaces : [own];

function termsOf({ spec }: PodObject): readonly { readonly term: PodTerm; readonly weight: number | null }[] {
  const { podAffinity: near = {}, podAntiAffinity: far = {} } = spec.affinity ?? {};
  const soft = (it: typeof near, sign: 1 | -1) =>
    (it.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ weight, podAffinityTerm }) => ({
      term: podAffinityTerm,
      weight: sign * weight,
    }));
  const hard = (it: typeof near, weight: number | null) =>
    (it.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => ({ term, weight }));
  return [...hard(near, REQUIRED), ...hard(far, null), ...soft(near, 1), ...soft(far, -1)];
}
