/** What a controller still has to look at: each key once, in the order in which it was first put down. */
export class Agenda {
  readonly #keys = new Set<string>();

  add(key: string | undefined): void {
    if (key !== undefined) this.#keys.add(key);
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  /** Handles everything put down so far; what arises meanwhile is left for the next time. Tells whether there was anything. */
  handle(look: (key: string) => void): boolean {
    if (this.#keys.size === 0) return false;
    const keys = [...this.#keys];
    this.#keys.clear();
    for (const key of keys) look(key);
    return true;
  }
}

/** Namespace and name in one key. */
export const keyOfObject = (object: {
  readonly metadata: { readonly namespace?: string; readonly name: string };
}): string => `${object.metadata.namespace ?? ''}/${object.metadata.name}`;

export function fromKey(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
