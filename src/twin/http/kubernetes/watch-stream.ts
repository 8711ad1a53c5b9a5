import type { ServerResponse } from 'node:http';
import type { WatchEvent } from '../../api/face.ts';
import type { WatchEncoder } from './watch-encoder.ts';

/** One watch on the wire: a line of JSON for each event. Events that come before the response is there are kept for it. */
export interface WatchStream {
  readonly event: (event: WatchEvent) => void;
  readonly bookmark: (resourceVersion: string) => void;
  /** Ends the watch with an ERROR event: how a server says that a resourceVersion is too old, with HTTP status 200. */
  readonly fail: (status: unknown) => void;
  readonly start: (response: ServerResponse) => void;
  readonly end: () => void;
  /** Breaks the connection; what was told before still arrives. */
  readonly cut: () => void;
  /** Calls `act` once when the watch is over, whoever ended it. */
  readonly onEnd: (act: () => void) => void;
}

/** A stream whose client knows everything up to resourceVersion `from` (empty: nothing). */
export function createWatchStream(encode: WatchEncoder, from: string): WatchStream {
  const early: string[] = [];
  const endings: (() => void)[] = [];
  let response: ServerResponse | null = null;
  let told = from;
  let isOver = false;

  const write = (line: unknown) => {
    const text = `${JSON.stringify(line)}\n`;
    if (response === null) early.push(text);
    else if (!isOver) response.write(text);
  };
  const endBy = (last: () => void) => {
    if (isOver) return;
    isOver = true;
    last();
    for (const act of endings) act();
  };
  const end = () => endBy(() => response?.end());

  return {
    event: (event) => {
      told = event.object.metadata.resourceVersion;
      write(encode.event(event));
    },
    bookmark: (resourceVersion) => {
      if (told === resourceVersion) return;
      told = resourceVersion;
      write(encode.bookmark(resourceVersion));
    },
    fail: (status) => {
      write({ type: 'ERROR', object: status });
      end();
    },
    start: (to) => {
      to.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache, private' });
      to.flushHeaders();
      for (const text of early.splice(0)) to.write(text);
      response = to;
      to.on('close', end);
      if (isOver) to.end();
      else if (to.destroyed) end();
    },
    end,
    cut: () => endBy(() => response?.socket?.destroySoon()),
    onEnd: (act) => {
      endings.push(act);
    },
  };
}
