import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireAnswer } from '../api/answer.ts';
import { lostReply } from './lost-reply.ts';

/** A request, read to its end. */
export interface Incoming {
  readonly method: string;
  /** The decoded parts of the path, without empty ones. */
  readonly segments: readonly string[];
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  readonly text: string;
  readonly socket: Socket;
}

/** A reply in one piece. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** A reply that goes on: the handler writes it itself. */
export interface Stream {
  readonly stream: (response: ServerResponse) => void;
}

export type Handle = (incoming: Incoming) => Reply | Stream | Promise<Reply | Stream>;

/** Reads a request to its end; null when its path cannot be decoded. */
export async function readIncoming(request: IncomingMessage): Promise<Incoming | null> {
  const url = new URL(`http://localhost${request.url ?? '/'}`);
  const segments = decode(url.pathname);
  if (segments === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return {
    method: request.method ?? 'GET',
    segments,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    bytes,
    text: bytes.toString('utf8'),
    socket: request.socket,
  };
}

function decode(path: string): readonly string[] | null {
  try {
    return path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Writes a reply in one piece, or hands over to a stream. */
export function send(response: ServerResponse, reply: Reply | Stream): void {
  if ('stream' in reply) {
    reply.stream(response);
    return;
  }
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(reply.body) });
  response.end(reply.body);
}

/** A reply with a JSON body; a body that is text already goes out as plain text. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  if (typeof body === 'string')
    return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** An answer of the face as it goes over the wire, or what is left of it; `write` puts one that arrives into bytes. */
export const toReply = (answer: WireAnswer, write: (answer: WireAnswer) => Reply = inJson): Reply | Stream =>
  answer.lost === undefined ? write(answer) : (lostReply(answer.lost, write) ?? inJson(answer));

const inJson = ({ status, body, headers }: WireAnswer): Reply => json(status, body, headers);

/** The JSON of a request: `{}` when there is no body, undefined when it cannot be parsed. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
