import { type Agent, type IncomingHttpHeaders, Agent as PlainAgent } from 'node:http';
import { type RequestOptions, Agent as SecureAgent } from 'node:https';
import { agentThrough, proxyAgent } from '#adapters/aws/proxy';
import { sentInTime } from '#adapters/clock/sent-in-time';
import { type Answer, type Refused, type Unknown, value } from '#ports/answer';
import { toAnswer } from './answer.ts';
import { exchange, readAll, type Started, start } from './exchange.ts';
import type { Login, LoginOptions } from './login.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With the query, encoded. */
  readonly path: string;
  readonly body?: unknown;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Never on a connection that was used before. Default false. */
  readonly isFresh?: boolean;
  /** Gets the headers of a response, before it is read as an answer. */
  readonly onHead?: (headers: IncomingHttpHeaders) => void;
}

/** Raw JSON requests to one API server: why not the generated client, see docs/decisions/kubernetes-requests.md. */
export interface Connection {
  /** One try; a refused token (401) is renewed once. */
  call(call: Call): Promise<Answer<unknown>>;
  /** A GET whose body goes on; the response has status 200. */
  stream(path: string): Promise<Answer<Started>>;
  close(): void;
}

/** Opens a connection. Connections are kept alive and shared; proxies are obeyed. */
export async function connect(login: Login, environment: NodeJS.ProcessEnv): Promise<Connection> {
  const shared = await agentFor(login, environment, true);
  const fresh = await agentFor(login, environment, false);
  return {
    call: (call) => {
      const mayBeSent = call.method === 'GET' ? undefined : sentInTime();
      const agent = call.isFresh ? fresh : shared;
      return withRenewal(login, (it) => perform(optionsOf(login, it, call, agent), call, mayBeSent));
    },
    stream: (path) => withRenewal(login, (it) => begin(optionsOf(login, it, { method: 'GET', path }, shared))),
    close: () => {
      shared.destroy();
      fresh.destroy();
    },
  };
}

async function withRenewal<T>(login: Login, attempt: (as: LoginOptions) => Promise<Answer<T>>): Promise<Answer<T>> {
  const credentials = await login.credentials();
  if (credentials.kind !== 'value') return credentials;
  const first = await attempt(credentials.value);
  if (first.kind !== 'refused' || first.status !== 401) return first;
  login.renew(credentials.value);
  const renewed = await login.credentials();
  return renewed.kind === 'value' ? attempt(renewed.value) : renewed;
}

async function perform(
  options: RequestOptions,
  { body, onHead }: Call,
  mayBeSent?: () => boolean,
): Promise<Answer<unknown>> {
  const raw = await exchange(options, body === undefined ? undefined : JSON.stringify(body), mayBeSent);
  if (raw.kind === 'unknown') return raw;
  onHead?.(raw.headers);
  return toAnswer(raw);
}

async function begin(options: RequestOptions): Promise<Answer<Started>> {
  const started = await start(options, undefined);
  if (started.kind === 'unknown') return started;
  return started.response.statusCode === 200 ? value(started) : refusalOf(started);
}

async function refusalOf(started: Started): Promise<Refused | Unknown> {
  const raw = await readAll(started);
  if (raw.kind === 'unknown') return raw;
  const answer = toAnswer(raw);
  return answer.kind === 'value'
    ? { kind: 'unknown', code: 'Unparsable', message: `HTTP status ${raw.status}` }
    : answer;
}

function optionsOf(login: Login, credentials: LoginOptions, call: Call, agent: Agent): RequestOptions {
  const { protocol, hostname, port, pathname } = new URL(login.server);
  const content = call.body === undefined ? {} : { 'Content-Type': call.contentType ?? 'application/json' };
  const headers = {
    Accept: 'application/json',
    'User-Agent': 'eks-upgrade-runbook',
    ...content,
    ...credentials.headers,
  };
  const path = pathname.replace(/\/$/, '') + call.path;
  const place = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, path, method: call.method };
  return { ...credentials, ...place, headers, agent };
}

async function agentFor(login: Login, environment: NodeJS.ProcessEnv, keepAlive: boolean): Promise<Agent> {
  const { proxyUrl } = login;
  const proxied = proxyUrl
    ? await agentThrough(() => proxyUrl, { keepAlive })
    : await proxyAgent(environment, { keepAlive });
  return proxied ?? (login.server.startsWith('http:') ? new PlainAgent({ keepAlive }) : new SecureAgent({ keepAlive }));
}
