import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * One address for the API servers of a cluster, as the endpoint of EKS is: each new connection goes to the next of them, byte
 * for byte. They do not share a port of their own, because an API server talks to itself over it.
 */
export interface ApiAddress {
  /** The same as long as the address lives; nothing listens on it while no server is behind it. */
  readonly port: number;
  /** Ports of the servers behind it. */
  readonly servers: () => readonly number[];
  readonly add: (server: number) => Promise<void>;
  /** No new connection goes there; those that are open last as long as the server. */
  readonly remove: (server: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Takes a free port of the loopback interface. */
export async function openApiAddress(): Promise<ApiAddress> {
  let servers: readonly number[] = [];
  let turn = 0;
  const open = new Set<Socket>();
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const server = servers[turn++ % servers.length];
    if (server === undefined) client.resetAndDestroy();
    else join(client, server, open);
  });
  const port = await portOf(listener);
  const set = async (next: readonly number[]) => {
    servers = next;
    if (next.length > 0 && !listener.listening) await once(listener.listen(port, '127.0.0.1'), 'listening');
    if (next.length === 0) listener.close();
  };
  await set([]);
  return {
    port,
    servers: () => servers,
    add: (server) => set([...servers, server]),
    remove: (server) => set(servers.filter((it) => it !== server)),
    close: async () => {
      await set([]);
      for (const socket of open) socket.destroy();
    },
  };
}

async function portOf(listener: Server): Promise<number> {
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  return (listener.address() as AddressInfo).port;
}

/** What one side sends or ends, the other gets; a side that breaks off breaks the other off. */
function join(client: Socket, port: number, open: Set<Socket>): void {
  const server = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    open.add(from);
    from.setNoDelay(true);
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => {
      open.delete(from);
      to.end();
    });
    from.pipe(to);
  }
}
