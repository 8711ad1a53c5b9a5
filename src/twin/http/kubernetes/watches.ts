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
  close(): void;
}

/** Watches over `face`; `now` is model time (for ages in tables), `wall` ends watches after their `timeoutSeconds`. */
export function createWatches(face: KubernetesFace, now: () => number, wall: WallClock): Watches {
  /** Whether each one wants bookmarks. */
  const streams = new Map<WatchStream, boolean>();

  const open: Watches['open'] = (path, query, wish) => {
    const from = query.get('resourceVersion') ?? '';
    const stream = createWatchStream(watchEncoder(path, wish, now), from);
    const watching = face.watch(
      { ...listQuery(path, query), ...(from === '' ? {} : { resourceVersion: from }) },
      stream.event,
    );
    if ('stop' in watching) {
      streams.set(stream, BOOKMARKS.has(query.get('allowWatchBookmarks') ?? ''));
      const cancel = endAfter(wall, query.get('timeoutSeconds'), stream.end);
      stream.onEnd(() => {
        watching.stop();
        cancel();
        streams.delete(stream);
      });
      return { stream: stream.start };
    }
    if (watching.status !== 410) return toReply(watching);
    stream.fail(watching.body);
    return { stream: stream.start };
  };

  return {
    open,
    bookmark: () => {
      const newest = face.resourceVersion();
      for (const [stream, wantsBookmarks] of streams) if (wantsBookmarks) stream.bookmark(newest);
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
