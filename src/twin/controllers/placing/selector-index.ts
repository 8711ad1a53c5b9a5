import type { LabelSelector, PodObject } from '../../model/object.ts';
import { matchesSelector } from '../../model/selector.ts';

interface Entry<Item> {
  readonly selector: LabelSelector;
  readonly item: Item;
}

/** Finds what speaks about a pod by namespace and labels, without a look at every selector. */
export class SelectorIndex<Item> {
  readonly #entries = new Map<string, Entry<Item>[]>();

  add(namespaces: readonly string[], selector: LabelSelector, item: Item): void {
    const [first] = Object.entries(selector.matchLabels ?? {});
    for (const namespace of namespaces) {
      const key = keyOf(namespace, first);
      this.#entries.set(key, [...(this.#entries.get(key) ?? []), { selector, item }]);
    }
  }

  /** The items whose selector matches the pod. */
  matching(pod: PodObject): readonly Item[] {
    if (this.#entries.size === 0) return [];
    const { namespace = '', labels = {} } = pod.metadata;
    const keys = [keyOf(namespace), ...Object.entries(labels).map((it) => keyOf(namespace, it))];
    return keys
      .flatMap((it) => this.#entries.get(it) ?? [])
      .filter((it) => matchesSelector(it.selector, labels))
      .map((it) => it.item);
  }
}

const keyOf = (namespace: string, label?: readonly [string, string]): string =>
  label === undefined ? namespace : `${namespace} ${label[0]}=${label[1]}`;
