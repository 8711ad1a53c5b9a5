/** Values in the order of their keys. A list handed out stays as it is while the table changes. */
export class Table<Value> {
  readonly #keys: string[] = [];
  readonly #values: Value[] = [];
  readonly #byKey = new Map<string, Value>();
  #handedOut: readonly Value[] | null = null;

  get(key: string): Value | undefined {
    return this.#byKey.get(key);
  }

  get size(): number {
    return this.#values.length;
  }

  set(key: string, value: Value): void {
    const index = this.#position(key);
    if (this.#byKey.has(key)) this.#values[index] = value;
    else this.#insert(index, key, value);
    this.#byKey.set(key, value);
    this.#handedOut = null;
  }

  delete(key: string): void {
    if (!this.#byKey.delete(key)) return;
    const index = this.#position(key);
    this.#keys.splice(index, 1);
    this.#values.splice(index, 1);
    this.#handedOut = null;
  }

  list(): readonly Value[] {
    this.#handedOut ??= this.#values.slice();
    return this.#handedOut;
  }

  /** In order, without a copy: nothing may be put in or taken out meanwhile. */
  find(accept: (value: Value) => boolean): Value | undefined {
    return this.#values.find(accept);
  }

  #insert(index: number, key: string, value: Value): void {
    this.#keys.splice(index, 0, key);
    this.#values.splice(index, 0, value);
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
