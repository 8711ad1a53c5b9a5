import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { type RequestOptions, request as secureRequest } from 'node:https';
import { notSent } from '#adapters/clock/sent-in-time';
import type { NoAnswerCode } from '#errors/catalogue/catalogue';
import type { Unknown } from '#ports/answer';
import type { RawResponse } from './answer.ts';

/** Limits of one request, ms. The API server itself gives up after 60 s. */
const CONNECT = 5_000;
const RESPONSE = 60_000;

/** One request, one response, read to its end. What goes wrong on the way is a value too. `mayBeSent` is asked when the connection is there. */
export async function exchange(
  options: RequestOptions,
  body: string | undefined,
  mayBeSent: () => boolean = always,
): Promise<RawResponse | Unknown> {
  const started = await start(options, body, mayBeSent);
  if (started.kind === 'unknown') return started;
  return readAll(started);
}

/** The rest of a response that has started. */
export async function readAll({ response, finished }: Started): Promise<RawResponse | Unknown> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    return { kind: 'response', status: response.statusCode ?? 0, headers: response.headers, text };
  } catch (thrown) {
    return unknownOf(thrown);
  } finally {
    finished();
  }
}

/** A response whose body is still to come. `finished` has to be called once it is read, or earlier to lift the time limit. */
export interface Started {
  readonly kind: 'started';
  readonly response: IncomingMessage;
  readonly finished: () => void;
}

const always = (): boolean => true;

/** Sends a request and waits for the head of its response. */
export async function start(
  options: RequestOptions,
  body: string | undefined,
  mayBeSent: () => boolean = always,
): Promise<Started | Unknown> {
  const first = await attempt(options, body, mayBeSent);
  // The server may close an idle connection just as we use it. Nothing was answered, and reading again does no harm.
  const mayRepeat = first.isStale && options.method === 'GET';
  return (mayRepeat ? await attempt(options, body, mayBeSent) : first).outcome;
}

interface Attempt {
  readonly outcome: Started | Unknown;
  /** It failed on a connection that had been used before. */
  readonly isStale: boolean;
}

function attempt(options: RequestOptions, body: string | undefined, mayBeSent: () => boolean): Promise<Attempt> {
  return new Promise((resolve) => {
    const request = (options.protocol === 'http:' ? plainRequest : secureRequest)(options);
    const limit = setTimeout(() => request.destroy(timedOut(`no answer within ${RESPONSE / 1000} s`)), RESPONSE);
    const finished = () => clearTimeout(limit);
    limitConnecting(request);
    request.on('response', (response) => resolve({ outcome: { kind: 'started', response, finished }, isStale: false }));
    request.on('error', (error) => {
      finished();
      resolve({
        outcome: unknownOf(error),
        isStale: request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET',
      });
    });
    // Node frames the body of a DELETE only when its length is known.
    if (body !== undefined) request.setHeader('Content-Length', Buffer.byteLength(body));
    whenConnected(request, () => (mayBeSent() ? request.end(body) : request.destroy(notSent())));
  });
}

/** To connect takes time, in which the process may be stopped. */
function whenConnected(request: ClientRequest, then: () => void): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) then();
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', then);
  });
}

function limitConnecting(request: ClientRequest): void {
  request.on('socket', (socket) => {
    if (!socket.connecting) return;
    const limit = setTimeout(() => request.destroy(timedOut(`no connection within ${CONNECT / 1000} s`)), CONNECT);
    for (const event of ['connect', 'close'] as const) socket.once(event, () => clearTimeout(limit));
  });
}

// Node hands over the error given to `destroy`: it becomes an answer and is never thrown.
const timedOut = (message: string): Error => Object.assign(new Error(message), { code: TIMED_OUT });

const TIMED_OUT: NoAnswerCode = 'ETIMEDOUT';
const FAILED: NoAnswerCode = 'ConnectionFailed';

/** What went wrong on the way, as a value. */
export function unknownOf(thrown: unknown): Unknown {
  const { code, message } = thrown as NodeJS.ErrnoException;
  return { kind: 'unknown', code: code ?? FAILED, message: message || String(code) };
}
