import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** As many ports of the loopback interface as asked for, each free a moment ago. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  // All are held before the first is let go, so that they differ.
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
