import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { isLoopback, listeningPorts } from './listening-ports.ts';

test.each(['127.0.0.1', '::1'])('sees a port of %s, as one of the loopback interface', async (host) => {
  const server = createServer().listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const seen = listeningPorts([process.pid]).filter((it) => it.port === port);
  expect(seen).toHaveLength(1);
  expect(seen.filter(isLoopback)).toEqual(seen);
});

test.each(['0.0.0.0', '10.0.0.127', '0:0:0:0:0:0:0:0', '0:0:0:0:0:ffff:a00:1'])(
  '%s can be reached from elsewhere',
  (address) => {
    expect(isLoopback({ pid: 1, address, port: 1 })).toBe(false);
  },
);
