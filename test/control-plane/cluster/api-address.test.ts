import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type ApiAddress, openApiAddress } from './api-address.ts';

test('new connections go to one server after the other, and to those that are left when one goes', async () => {
  const address = await addressForTest();
  const [red, blue] = [await serverForTest('red'), await serverForTest('blue')];
  await address.add(red);
  expect([await hello(address), await hello(address)]).toEqual(['red: hi', 'red: hi']);
  await address.add(blue);
  expect(new Set([await hello(address), await hello(address)])).toEqual(new Set(['red: hi', 'blue: hi']));
  await address.remove(red);
  expect([await hello(address), await hello(address)]).toEqual(['blue: hi', 'blue: hi']);
});

test('a connection is refused while there is no server, and taken on the same port again when there is one', async () => {
  const address = await addressForTest();
  expect(await hello(address)).toBe('ECONNREFUSED');
  const server = await serverForTest('red');
  await address.add(server);
  const { port } = address;
  await address.remove(server);
  expect(await hello(address)).toBe('ECONNREFUSED');
  await address.add(server);
  expect([address.port, await hello(address)]).toEqual([port, 'red: hi']);
});

test('a connection breaks when its server does', async () => {
  const address = await addressForTest();
  const sockets: Socket[] = [];
  await address.add(await serverForTest('red', sockets));
  const client = connect(address.port, '127.0.0.1');
  client.write('h');
  await once(client, 'connect');
  await expect.poll(() => sockets.length).toBe(1);
  const broken = once(client, 'error');
  for (const it of sockets) it.resetAndDestroy();
  expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
});

async function addressForTest(): Promise<ApiAddress> {
  const address = await openApiAddress();
  onTestFinished(() => address.close());
  return address;
}

/** Answers with its name what it has been sent, once the other side has ended. */
async function serverForTest(name: string, sockets: Socket[] = []): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    sockets.push(socket);
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => socket.end(`${name}: ${text}`));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** What comes back; the code of the error when nothing does. */
const hello = ({ port }: ApiAddress): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.end('hi');
  });
