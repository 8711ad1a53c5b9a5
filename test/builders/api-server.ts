import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';
import type { Login } from '#adapters/kubernetes/login';
import { value } from '#ports/answer';

/** What was asked of the server. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The same number for requests on the same connection. */
  readonly connection: number;
}

export interface ApiServer {
  readonly url: string;
  /** The certificate that it shows, PEM. */
  readonly ca: string;
  readonly asked: Asked[];
  /** Ends all connections at once. */
  cut(): void;
}

export type Answering = (asked: Asked, response: ServerResponse) => void;

const certificate = generate([{ name: 'commonName', value: 'localhost' }], {
  keySize: 2048,
  extensions: [
    {
      name: 'subjectAltName',
      altNames: [
        { type: 2, value: 'api.test' },
        { type: 7, ip: '127.0.0.1' },
      ],
    },
  ],
});

/** A raw HTTPS server on the loopback interface, until the test is finished. */
export async function apiServer(answer: Answering): Promise<ApiServer> {
  const { private: key, cert } = await certificate;
  const asked: Asked[] = [];
  const connections = new Map<unknown, number>();
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!connections.has(request.socket)) connections.set(request.socket, connections.size);
    const { method = '', url = '', headers } = request;
    const one = {
      method,
      url,
      headers,
      body: Buffer.concat(chunks).toString(),
      connection: connections.get(request.socket) ?? -1,
    };
    asked.push(one);
    answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, ca: cert, asked, cut: () => server.closeAllConnections() };
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Answers with any text. */
export function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type });
  response.end(text);
}

/** The way in with a bearer token; each renewal gives the next one: `token-0`, `token-1` … */
export function bearerLogin(server: ApiServer): Login & { readonly renewals: () => number } {
  let renewals = 0;
  return {
    server: server.url,
    credentials: async () => value({ ca: server.ca, headers: { Authorization: `Bearer token-${renewals}` } }),
    renew: () => {
      renewals++;
    },
    renewals: () => renewals,
  };
}
