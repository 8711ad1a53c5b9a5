/** Gives the pods of one node addresses of a range of its own. */
export class PodAddresses {
  readonly #prefix: string;
  readonly #taken = new Map<string, string>();

  /** `node` is the node's own address; `index` tells the nodes of a network apart. */
  constructor(node: string, index: number) {
    const [a = '10', b = '0'] = node.split('.');
    this.#prefix = `${a}.${b}.${128 + (index % 128)}`;
  }

  /** The address of a pod, the same each time it is asked for. */
  of(uid: string): string {
    const known = this.#taken.get(uid);
    if (known !== undefined) return known;
    const taken = new Set(this.#taken.values());
    let host = 2;
    while (taken.has(`${this.#prefix}.${host}`)) host++;
    this.#taken.set(uid, `${this.#prefix}.${host}`);
    return `${this.#prefix}.${host}`;
  }

  /** A pod had this address before we were started. */
  keep(uid: string, address: string): void {
    this.#taken.set(uid, address);
  }

  giveBack(uid: string): void {
    this.#taken.delete(uid);
  }
}
