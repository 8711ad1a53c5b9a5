import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import type { AwsReply } from './aws-server.ts';

export interface ProxyServer {
  readonly url: string;
  /** `CONNECT host:port` and `GET http://…`, in order. */
  readonly asked: string[];
}

/** A proxy on the loopback interface: leads all tunnels to `port` of this machine, and answers plain requests itself. */
export async function proxyServer(
  port: number,
  reply: AwsReply = [502, 'text/html', '<html></html>'],
): Promise<ProxyServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const [status, type, text] = reply;
    response.writeHead(status, { 'content-type': type });
    response.end(text);
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
