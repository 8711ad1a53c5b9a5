import { createServer as createPlain, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { toFailure } from '#errors/upgrade-error';
import { type Handle, json, readIncoming, send } from './exchange.ts';

export interface Listening {
  /** `http://127.0.0.1:<port>` or `https://…`, without a slash at the end. */
  readonly url: string;
  /** Ends at once: open connections, watches among them, are cut. */
  close(): Promise<void>;
}

interface Place {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** PEM; absent: plain HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts a server at `place` whose every request goes through `handle`; its clock, as the header `Date` tells it, is `now`. */
export async function listen(place: Place, now: () => number, handle: Handle): Promise<Listening> {
  const server = place.tls === undefined ? createPlain() : createSecure(place.tls);
  // A runner counts as long as its connection lives (control/consent.ts), so idle ones are not cut by us.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  answer(server as Server, now, handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${place.tls === undefined ? 'http' : 'https'}://${place.host}:${port}`,
    close: () => close(server as Server),
  };
}

function answer(server: Server, now: () => number, handle: Handle): void {
  server.on('request', async (request, response) => {
    // The other side may go at any time; what is written to it then is lost, as it would be on a network.
    response.on('error', () => undefined);
    try {
      const incoming = await readIncoming(request);
      const reply = incoming === null ? json(400, { message: 'the path cannot be decoded' }) : await handle(incoming);
      response.setHeader('date', new Date(now()).toUTCString());
      send(response, reply);
    } catch (thrown) {
      if (!response.headersSent)
        send(response, json(500, { message: `the twin failed: ${toFailure(thrown).message}` }));
      else response.destroy();
    }
  });
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
