import { byName, type RawObject } from './objects.ts';

type Named = Parameters<typeof byName>[0];

/**
 * The objects of one kind as they are now, always sorted as lists are. With a hundred thousand pods, sorting anew for each
 * event would take longer than the events themselves.
 */
export class Contents<T extends Named> {
  readonly #shape: (object: RawObject) => T;
  #sorted: T[] = [];
  /** True when somebody holds the array: it may not be changed any more. */
  #isGiven = false;

  constructor(shape: (object: RawObject) => T) {
    this.#shape = shape;
  }

  replace(objects: readonly RawObject[]): void {
    this.#sorted = objects.map(this.#shape).sort(byName);
    this.#isGiven = false;
  }

  put(object: RawObject): void {
    const { index, isThere } = this.#find(object);
    this.#own().splice(index, isThere ? 1 : 0, this.#shape(object));
  }

  remove(object: RawObject): void {
    const { index, isThere } = this.#find(object);
    if (isThere) this.#own().splice(index, 1);
  }

  /** A snapshot: it stays as it is. The same array until something changes. */
  all(): readonly T[] {
    this.#isGiven = true;
    return this.#sorted;
  }

  #own(): T[] {
    if (this.#isGiven) this.#sorted = this.#sorted.slice();
    this.#isGiven = false;
    return this.#sorted;
  }

  #find(object: Named): { readonly index: number; readonly isThere: boolean } {
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#order(middle, object) < 0) from = middle + 1;
      else to = middle;
    }
    return { index: from, isThere: from < this.#sorted.length && this.#order(from, object) === 0 };
  }

  #order(index: number, object: Named): number {
    const there = this.#sorted[index];
    return there === undefined ? 1 : byName(there, object);
  }
}
