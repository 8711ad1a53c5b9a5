import type { NodeObject } from '#twin/model/object';
import { LEASES, leaseOf } from './node-lease.ts';
import { addressOf, isMisreported, nodeStatus, type Readiness, registration } from './node-status.ts';
import { PodAddresses } from './pod-addresses.ts';
import type { PodHost } from './pod-lives.ts';
import type { Requests, Settled } from './requests.ts';

/** How often a Lease is renewed and the node looked at, ms (https://kubernetes.io/docs/concepts/architecture/nodes/#node-heartbeats). */
const BEAT = 10_000;
/** How often the status is posted when nothing has changed, ms. */
const POST = 300_000;

/** What is wrong with a node: see `Kubelets.disturb`. */
export type Disturbance = 'hang' | 'die' | 'lose-lease' | 'heal';

export interface NodeLifeOptions {
  readonly requests: Requests;
  readonly logPort: number;
  /** Tells this node's addresses from those of others. */
  readonly index: number;
}

/** The kubelet of one node as far as the node itself goes: registers it, renews its Lease, keeps its status true. */
export class NodeLife implements PodHost {
  readonly address: string;
  readonly addresses: PodAddresses;
  readonly #options: NodeLifeOptions;
  readonly #node: NodeObject;
  #isReady: boolean;
  #state: Exclude<Disturbance, 'heal'> | 'well' | 'ended' = 'well';
  #timer: NodeJS.Timeout | undefined;
  #isBeating = false;
  #postedAt = 0;

  constructor(node: NodeObject, options: NodeLifeOptions) {
    this.#node = node;
    this.#options = options;
    this.address = addressOf(node);
    this.addresses = new PodAddresses(this.address, options.index);
    this.#isReady = node.status.conditions?.some((it) => it.type === 'Ready' && it.status === 'True') ?? false;
  }

  isAtWork(): boolean {
    return this.#state === 'well' || this.#state === 'lose-lease';
  }

  /** Whether anything at all comes from it. */
  isAlive(): boolean {
    return this.#state !== 'die' && this.#state !== 'ended';
  }

  /** Registers the node; one that is there already gets the status of this one. */
  async join(): Promise<void> {
    await this.#renew();
    const body = registration(this.#node, this.#readiness());
    const made = await this.#ask({ method: 'POST', path: '/api/v1/nodes', body });
    if (made?.kind === 'refused' && made.status !== 409)
      throw new RangeError(`the node ${this.#node.metadata.name} was refused: ${made.status} ${made.message}`);
    if (made?.kind === 'refused') await this.#post(this.#node);
    this.#postedAt = Date.now();
    this.#timer = setInterval(() => void this.#beat(), BEAT);
  }

  async becomeReady(): Promise<void> {
    this.#isReady = true;
    await this.#post(this.#node);
  }

  disturb(what: Disturbance): void {
    if (this.#state === 'ended') return;
    this.#state = what === 'heal' ? 'well' : what;
    if (what === 'heal') void this.#beat();
  }

  end(): void {
    this.#state = 'ended';
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || !this.isAlive()) return;
    this.#isBeating = true;
    await Promise.all([this.#renew(), this.#lookAtItself()]);
    this.#isBeating = false;
  }

  async #renew(): Promise<void> {
    const { name } = this.#node.metadata;
    const isWanted = () => this.isAlive() && this.#state !== 'lose-lease';
    const { spec } = leaseOf(name, Date.now()) as { readonly spec: object };
    const contentType = 'application/merge-patch+json';
    const renewed = await this.#ask(
      { method: 'PATCH', path: `${LEASES}/${name}`, body: { spec }, contentType },
      isWanted,
    );
    if (renewed?.kind === 'refused' && renewed.status === 404)
      await this.#ask({ method: 'POST', path: LEASES, body: leaseOf(name, Date.now()) }, isWanted);
  }

  async #lookAtItself(): Promise<void> {
    const shown = await this.#ask({ method: 'GET', path: `${this.#path}?resourceVersion=0` });
    if (shown?.kind !== 'value') return;
    const node = shown.value as NodeObject;
    if (isMisreported(node, this.#isReady) || Date.now() - this.#postedAt >= POST) await this.#post(node);
  }

  async #post(shown: NodeObject): Promise<void> {
    const body = { status: nodeStatus(this.#node, this.#readiness(), shown) };
    const contentType = 'application/strategic-merge-patch+json';
    const posted = await this.#ask({ method: 'PATCH', path: `${this.#path}/status`, body, contentType });
    if (posted?.kind === 'value') this.#postedAt = Date.now();
  }

  get #path(): string {
    return `/api/v1/nodes/${this.#node.metadata.name}`;
  }

  #readiness(): Readiness {
    const at = `${new Date().toISOString().slice(0, 19)}Z`;
    return { isReady: this.#isReady, logPort: this.#options.logPort, at };
  }

  #ask(call: Parameters<Requests['untilAnswered']>[0], isWanted = () => this.isAlive()): Promise<Settled | undefined> {
    return this.#options.requests.untilAnswered(call, isWanted);
  }
}
