import type { Reply, Stream } from '../exchange.ts';
import type { AroundRequest, NumberedRequest } from '../numbered-requests.ts';

/** Which request is to be held, and on which side of its being performed. */
export interface HoldWish {
  readonly counted: 'request' | 'mutating';
  /** From 1. */
  readonly number: number;
  readonly when: 'before' | 'after';
}

/** A request that is being held. */
export interface HeldRequest {
  readonly request: number;
  readonly mutating: number | null;
  readonly method: string;
  readonly path: string;
  readonly when: 'before' | 'after';
}

/** `drop`: its connection is cut; held before, it is then never performed, held after, its answer is lost. */
export type Release = 'go-on' | 'drop';

interface Waiting {
  readonly wish: HoldWish;
  readonly holds: (held: HeldRequest) => void;
}
interface Held extends HeldRequest {
  readonly end: (how: Release) => void;
}

/** Requests that tests want to be held: whoever sent them waits, with what they asked for not done yet, or done and not answered. */
export class Holds {
  readonly #waiting = new Set<Waiting>();
  readonly #held = new Set<Held>();

  /** Calls `holds` once the request is there; gives how to call the wish off before. */
  wish(wish: HoldWish, holds: (held: HeldRequest) => void): () => void {
    const waiting = { wish, holds };
    this.#waiting.add(waiting);
    return () => this.#waiting.delete(waiting);
  }

  /** Ends the holding of all requests, or of the one with this number; gives their numbers. */
  release(how: Release, request: number | null): readonly number[] {
    const meant = [...this.#held].filter((held) => request === null || held.request === request);
    for (const held of meant) held.end(how);
    return meant.map((held) => held.request);
  }

  readonly around: AroundRequest = async (it, act) => {
    // Without an await where nobody holds: requests are performed in the order in which they come.
    const before = this.#wishFor(it, 'before');
    if (before !== undefined && (await this.#hold(it, before)) === 'drop') return DROPPED;
    const reply = await act();
    const after = this.#wishFor(it, 'after');
    return after !== undefined && (await this.#hold(it, after)) === 'drop' ? DROPPED : reply;
  };

  #wishFor(it: NumberedRequest, when: HoldWish['when']): Waiting | undefined {
    return [...this.#waiting].find(({ wish }) => wish.when === when && wish.number === it[wish.counted]);
  }

  #hold(it: NumberedRequest, waiting: Waiting): Promise<Release> {
    this.#waiting.delete(waiting);
    if (it.socket.destroyed) return Promise.resolve('drop');
    const { when } = waiting.wish;
    return new Promise((resolve) => {
      const end = (how: Release) => {
        this.#held.delete(held);
        it.socket.off('close', gone);
        resolve(how);
      };
      // Whoever sent it is dead: as if the network had lost the request, or its answer.
      const gone = () => end('drop');
      const { request, mutating, method, path } = it;
      const held = { request, mutating, method, path, when, end };
      this.#held.add(held);
      it.socket.once('close', gone);
      waiting.holds({ request, mutating, method, path, when });
    });
  }
}

const DROPPED: Reply | Stream = { stream: (response) => void response.destroy() };
