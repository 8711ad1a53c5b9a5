import type { ServerResponse } from 'node:http';
import type { KubernetesFace } from '../../api/face.ts';
import { type Reply, type Stream, toReply } from '../exchange.ts';
import type { WallClock } from '../wall-clock.ts';
import { listQuery } from './list-query.ts';
import type { ResourcePath } from './resource-path.ts';
import type { TableWish } from './tables/table.ts';
import { watchEncoder } from './watch-encoder.ts';
import { createWatchStream, type WatchStream } from './watch-stream.ts';

/** All open watches. */
export interface Watches {
  /** Starts a watch; it ends with its connection, after its `timeoutSeconds`, or with the server. */
  open(path: ResourcePath, query: URLSearchParams, wish: TableWish | 'json'): Reply | Stream;
  /** Tells each watch that wants bookmarks the newest resourceVersion, unless it has been told that already. */
  bookmark(): void;
  /** Cuts the watches on resources for which `isCut` holds. */
  cut(isCut: (resource: string) => boolean): void;
  /** Cuts those that have not been answered and never will be. */
  letGo(): void;
  close(): void;
}

/** Watches over `face`; `now` is model time (for ages in tables), `wall` ends watches after their `timeoutSeconds`. */
export function createWatches(face: KubernetesFace, now: () => number, wall: WallClock): Watches {
  const streams = new Map<WatchStream, { readonly resource: string; readonly wantsBookmarks: boolean }>();
  const unanswered = new Set<ServerResponse>();

  const open: Watches['open'] = (path, query, wish) => {
    const from = query.get('resourceVersion') ?? '';
    const stream = createWatchStream(watchEncoder(path, wish, now), from);
    const watching = face.watch(
      { ...listQuery(path, query), ...(from === '' ? {} : { resourceVersion: from }) },
      stream.event,
    );
    if ('stop' in watching) {
      const wantsBookmarks = BOOKMARKS.has(query.get('allowWatchBookmarks') ?? '');
      streams.set(stream, { resource: path.resource, wantsBookmarks });
      // Who opens a watch again hears at once up to when it has heard everything: nothing else may come for long.
      if (wantsBookmarks && from !== '') stream.bookmark(face.resourceVersion());
      const cancel = endAfter(wall, query.get('timeoutSeconds'), stream.end);
      stream.onEnd(() => {
        watching.stop();
        cancel();
        streams.delete(stream);
      });
      return { stream: stream.start };
    }
    if (watching.lost?.how === 'hang') return { stream: (response) => void unanswered.add(response) };
    if (watching.status !== 410) return toReply(watching);
    stream.fail(watching.body);
    return { stream: stream.start };
  };

  return {
    open,
    bookmark: () => {
      const newest = face.resourceVersion();
      for (const [stream, { wantsBookmarks }] of streams) if (wantsBookmarks) stream.bookmark(newest);
    },
    cut: (isCut) => {
      for (const [stream, { resource }] of [...streams]) if (isCut(resource)) stream.cut();
    },
    letGo: () => {
      for (const response of unanswered) response.destroy();
      unanswered.clear();
    },
    close: () => {
      for (const stream of [...streams.keys()]) stream.end();
    },
  };
}

const BOOKMARKS = new Set(['true', '1']);

function endAfter(wall: WallClock, timeoutSeconds: string | null, end: () => void): () => void {
  const seconds = Number(timeoutSeconds ?? 0);
  return seconds > 0 ? wall.after(seconds * 1000, end) : () => undefined;
}
