import type { Follower } from '#adapters/clock/changes';
import type { Answer, Refused, Unknown } from '#ports/answer';
import { value } from '#ports/answer';
import { isStatus, refusedBy } from './answer.ts';
import type { Connection } from './connection.ts';
import { Contents } from './contents.ts';
import { type Started, unknownOf } from './exchange.ts';
import { listAll, notA } from './lists.ts';
import type { byName, RawObject } from './objects.ts';
import { eventsOf, type WatchEvent } from './watch-event.ts';

type Named = Parameters<typeof byName>[0];
type Trouble = Refused | Unknown;

/** Which objects a store keeps. */
export interface StoreOf<T extends Named> {
  /** Where they are listed and watched; asked anew for each watch, and when it is another, all is read again. */
  path(): Promise<Answer<string>>;
  shape(object: RawObject, path: string): T;
}

/** Waits between attempts to reconnect, ms: doubled up to the last. */
const BACK_OFF = [100, 250, 500, 1_000, 2_000, 5_000] as const;
/** A watch that ends sooner than this was not a good one, ms. */
const SHORT = 1_000;
/** Servers send a bookmark about every minute; a connection silent for longer is taken for dead, ms. */
const SILENCE = 150_000;

/** A list kept up to date by a watch. Reconnects by itself. */
export class Store<T extends Named> {
  readonly #connection: Connection;
  readonly #of: StoreOf<T>;
  readonly #follower: Follower;
  readonly #now: () => number;
  readonly #closed = new AbortController();
  #contents: Contents<T>;
  #place = { path: '', resourceVersion: '' };
  #trouble: { readonly answer: Trouble; readonly since: number } | null = null;

  constructor(connection: Connection, of: StoreOf<T>, follower: Follower, now: () => number) {
    this.#connection = connection;
    this.#of = of;
    this.#follower = follower;
    this.#now = now;
    this.#contents = new Contents((object) => of.shape(object, this.#place.path));
  }

  /** Reads everything once and starts to watch; when that is refused, the store stays closed. */
  async open(): Promise<Answer<'open'>> {
    const started = await this.#start();
    if (started.kind !== 'value') {
      this.#follower.close();
      return started;
    }
    void this.#keepUp(started.value);
    return value('open');
  }

  all(): readonly T[] {
    return this.#contents.all();
  }

  /** What keeps the store from being up to date now, and since when something does (ms since 1970); null when nothing does. */
  trouble(): { readonly answer: Trouble; readonly since: number } | null {
    return this.#trouble;
  }

  close(): void {
    this.#closed.abort();
    this.#follower.close();
  }

  async #start(): Promise<Answer<Started>> {
    const path = await this.#of.path();
    if (path.kind !== 'value') return path;
    if (path.value !== this.#place.path) {
      const read = await this.#readAll(path.value);
      if (read.kind !== 'value') return read;
    }
    const from = `resourceVersion=${encodeURIComponent(this.#place.resourceVersion)}`;
    return this.#connection.stream(`${path.value}?watch=true&allowWatchBookmarks=true&timeoutSeconds=290&${from}`);
  }

  async #readAll(path: string): Promise<Answer<'read'>> {
    const list = await listAll(this.#connection, path);
    if (list.kind !== 'value') return list;
    this.#place = { path, resourceVersion: list.value.resourceVersion };
    this.#contents.replace(list.value.items);
    this.#follower.advanced(list.value.resourceVersion);
    this.#follower.changed();
    return value('read');
  }

  async #keepUp(first: Started): Promise<void> {
    let next: Answer<Started> = value(first);
    for (let failures = 0; !this.#closed.signal.aborted; next = await this.#start()) {
      const began = Date.now();
      const trouble = next.kind === 'value' ? await this.#follow(next.value) : next;
      if (this.#closed.signal.aborted) return;
      if (isGone(trouble)) this.#place = { path: '', resourceVersion: '' };
      // Since the first, in the words of the last: an API server that comes back may refuse what it took before.
      if (trouble !== null) this.#trouble = { answer: trouble, since: this.#trouble?.since ?? this.#now() };
      failures = trouble === null && Date.now() - began > SHORT ? 0 : failures + 1;
      if (failures > 0) await this.#pause(BACK_OFF[Math.min(failures, BACK_OFF.length) - 1] ?? 0);
    }
  }

  /** Takes in the events of one watch until it ends; null when it ended as watches do. */
  async #follow({ response, finished }: Started): Promise<Trouble | null> {
    finished();
    this.#trouble = null;
    const end = () => response.destroy();
    this.#closed.signal.addEventListener('abort', end, { once: true });
    response.socket.setKeepAlive(true, 10_000);
    response.setTimeout(SILENCE, end);
    try {
      for await (const event of eventsOf(response)) {
        const trouble = this.#take(event);
        if (trouble !== null) return trouble;
      }
      return null;
    } catch (thrown) {
      return unknownOf(thrown);
    } finally {
      this.#closed.signal.removeEventListener('abort', end);
      response.destroy();
    }
  }

  #take(event: WatchEvent | null): Trouble | null {
    if (event === null) return notA('watch event');
    if (event.type === 'ERROR') {
      const { object } = event;
      return isStatus(object) ? refusedBy(object, { status: object.code ?? 500, headers: {} }) : notA('watch event');
    }
    const { resourceVersion } = event.object.metadata;
    this.#place = { ...this.#place, resourceVersion };
    if (event.type === 'DELETED') this.#contents.remove(event.object);
    else if (event.type !== 'BOOKMARK') this.#contents.put(event.object);
    this.#follower.advanced(resourceVersion);
    if (event.type !== 'BOOKMARK') this.#follower.changed();
    return null;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#closed.signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#closed.signal.addEventListener('abort', end);
    });
  }
}

// The server has forgotten where we were (410), or no longer serves this version of the kind (404).
const isGone = (trouble: Trouble | null): boolean =>
  trouble?.kind === 'refused' && (trouble.status === 410 || trouble.status === 404);
