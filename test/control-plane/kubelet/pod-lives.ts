import { type Act, nextAct, type Stage, stageOf } from './next-act.ts';
import type { PodAddresses } from './pod-addresses.ts';
import { statusAfter } from './pod-status.ts';
import { type PodTimes, timesOf } from './pod-times.ts';
import type { PodListener } from './pod-watch.ts';
import type { Requests, Settled } from './requests.ts';
import type { SeenPod } from './seen-pod.ts';

/** A node as its pods know it. */
export interface PodHost {
  readonly address: string;
  readonly addresses: PodAddresses;
  /** Whether anything is started, reported and finished there at this moment. */
  readonly isAtWork: () => boolean;
}

interface Held {
  pod: SeenPod;
  stage: Stage;
  /** When it entered the stage, ms. */
  since: number;
  timer: NodeJS.Timeout | undefined;
  isBusy: boolean;
  /** Nothing of it is left here; finalizers may still keep the object. */
  isRemoved: boolean;
}

export interface PodLivesOptions {
  readonly requests: Requests;
  readonly usual: Pick<PodTimes, 'start' | 'ready' | 'stop'>;
  readonly hostOf: (node: string) => PodHost | undefined;
  /** What the server refuses for good. */
  readonly complain: (text: string) => void;
}

/** Leads the pods of all nodes through their lives: one timer each, for the next act that is due. */
export class PodLives implements PodListener {
  readonly #held = new Map<string, Held>();
  readonly #options: PodLivesOptions;

  constructor(options: PodLivesOptions) {
    this.#options = options;
  }

  listed(pods: readonly SeenPod[]): void {
    const uids = new Set(pods.map((it) => it.metadata.uid));
    for (const [uid, held] of this.#held) if (!uids.has(uid)) this.gone(held.pod);
    for (const pod of pods) this.seen(pod);
  }

  seen(pod: SeenPod): void {
    const held = this.#held.get(pod.metadata.uid) ?? this.#hold(pod);
    if (versionOf(pod) < versionOf(held.pod)) return;
    this.#update(held, pod);
    this.#arm(held);
  }

  gone({ metadata: { uid }, spec }: SeenPod): void {
    clearTimeout(this.#held.get(uid)?.timer);
    this.#held.delete(uid);
    this.#options.hostOf(spec.nodeName ?? '')?.addresses.giveBack(uid);
  }

  /** Something about the node has changed: what its pods wait for may go on now, or not any more. */
  lookAgain(node: string): void {
    for (const held of this.#held.values()) if (held.pod.spec.nodeName === node) this.#arm(held);
  }

  find(namespace: string, name: string): SeenPod | undefined {
    const all = [...this.#held.values()].map((it) => it.pod);
    return all.findLast(({ metadata: it }) => it.namespace === namespace && it.name === name);
  }

  close(): void {
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    this.#held.clear();
  }

  #hold(pod: SeenPod): Held {
    const it = { pod, stage: stageOf(pod), since: Date.now(), timer: undefined, isBusy: false, isRemoved: false };
    this.#held.set(pod.metadata.uid, it);
    return it;
  }

  #update(held: Held, pod: SeenPod): void {
    const stage = stageOf(pod);
    if (stage !== held.stage) held.since = Date.now();
    held.stage = stage;
    held.pod = pod;
  }

  #arm(held: Held): void {
    clearTimeout(held.timer);
    if (held.isBusy || held.isRemoved || !this.#isWanted(held)) return;
    const next = nextAct(held.pod, held.since, timesOf(held.pod, this.#options.usual));
    if (next === null || next.at === Number.POSITIVE_INFINITY) return;
    held.timer = setTimeout(() => void this.#perform(held, next.act), Math.max(0, next.at - Date.now()));
  }

  #isWanted({ pod }: Held): boolean {
    const isAtWork = this.#options.hostOf(pod.spec.nodeName ?? '')?.isAtWork() ?? false;
    return isAtWork && this.#held.has(pod.metadata.uid);
  }

  async #perform(held: Held, act: Act): Promise<void> {
    held.isBusy = true;
    const answer = await (act === 'remove' ? this.#remove(held) : this.#report(held, act));
    held.isBusy = false;
    if (answer?.kind === 'refused') return this.#refused(held, act, answer);
    if (answer !== undefined && act === 'remove') held.isRemoved = true;
    else if (answer !== undefined) this.#takeOver(held, answer.value as SeenPod);
    this.#arm(held);
  }

  #takeOver(held: Held, answered: SeenPod): void {
    if (versionOf(answered) >= versionOf(held.pod)) this.#update(held, answered);
  }

  /** The next event of the watch tells what is true; until then nothing is tried again. */
  #refused({ pod }: Held, act: Act, { status, message }: Extract<Settled, { kind: 'refused' }>): void {
    if (status === 404 || status === 409) return;
    this.#options.complain(`${act} of ${pod.metadata.namespace}/${pod.metadata.name}: ${status} ${message}`);
  }

  #report(held: Held, act: Exclude<Act, 'remove'>): Promise<Settled | undefined> {
    const { uid } = held.pod.metadata;
    const status = statusAfter(act, held.pod, this.#placeOf(held.pod));
    return this.#options.requests.untilAnswered(
      {
        method: 'PATCH',
        path: `${pathOf(held.pod)}/status`,
        contentType: 'application/strategic-merge-patch+json',
        body: { metadata: { uid }, status },
      },
      () => this.#isWanted(held),
    );
  }

  #remove(held: Held): Promise<Settled | undefined> {
    const preconditions = { uid: held.pod.metadata.uid };
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0, preconditions };
    return this.#options.requests.untilAnswered({ method: 'DELETE', path: pathOf(held.pod), body }, () =>
      this.#isWanted(held),
    );
  }

  #placeOf(pod: SeenPod) {
    const host = this.#options.hostOf(pod.spec.nodeName ?? '') as PodHost;
    const { uid } = pod.metadata;
    if (pod.status.podIP !== undefined && !pod.spec.hostNetwork) host.addresses.keep(uid, pod.status.podIP);
    const podIP = pod.spec.hostNetwork ? host.address : host.addresses.of(uid);
    return { podIP, hostIP: host.address, at: `${new Date().toISOString().slice(0, 19)}Z` };
  }
}

const versionOf = (pod: SeenPod): number => Number(pod.metadata.resourceVersion);

const pathOf = ({ metadata: it }: SeenPod): string => `/api/v1/namespaces/${it.namespace}/pods/${it.name}`;
