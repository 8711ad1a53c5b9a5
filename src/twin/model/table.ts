/** More new keys than these are sorted in at once instead of one by one. */
const FEW = 64;

/** Values in the order of their keys. A list handed out stays as it is while the table changes. */
export class Table<Value> {
  readonly #byKey = new Map<string, Value>();
  /** In order, but for what is in `#added` and `#removed`. */
  #keys: string[] = [];
  #values: Value[] = [];
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();
  #handedOut: readonly Value[] | null = null;

  get(key: string): Value | undefined {
    return this.#byKey.get(key);
  }

  get size(): number {
    return this.#byKey.size;
  }

  set(key: string, value: Value): void {
    const isKnown = this.#byKey.has(key);
    this.#byKey.set(key, value);
    this.#handedOut = null;
    if (this.#removed.delete(key) || (isKnown && !this.#added.has(key))) this.#values[this.#position(key)] = value;
    else this.#added.add(key);
  }

  delete(key: string): void {
    if (!this.#byKey.delete(key)) return;
    this.#handedOut = null;
    if (!this.#added.delete(key)) this.#removed.add(key);
  }

  list(): readonly Value[] {
    this.#bringInOrder();
    this.#handedOut ??= this.#values.slice();
    return this.#handedOut;
  }

  /** In order, without a copy: nothing may be put in or taken out meanwhile. */
  find(accept: (value: Value) => boolean): Value | undefined {
    this.#bringInOrder();
    return this.#values.find(accept);
  }

  #bringInOrder(): void {
    if (this.#added.size + this.#removed.size === 0) return;
    if (this.#added.size + this.#removed.size > FEW) this.#sort();
    for (const key of this.#removed) this.#takeOut(key);
    for (const key of this.#added) this.#putIn(key);
    this.#removed.clear();
    this.#added.clear();
  }

  #sort(): void {
    this.#keys = [...this.#byKey.keys()].sort();
    this.#values = this.#keys.map((key) => this.#byKey.get(key) as Value);
    this.#removed.clear();
    this.#added.clear();
  }

  #takeOut(key: string): void {
    const index = this.#position(key);
    this.#keys.splice(index, 1);
    this.#values.splice(index, 1);
  }

  #putIn(key: string): void {
    const index = this.#position(key);
    this.#keys.splice(index, 0, key);
    this.#values.splice(index, 0, this.#byKey.get(key) as Value);
  }

  /** Where the key is, or where it belongs. */
  #position(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#keys[middle] as string) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Orders by namespace, then name: a space comes before every character that a name may have. */
export const tableKey = (namespace: string | undefined, name: string): string => `${namespace ?? ''} ${name}`;
