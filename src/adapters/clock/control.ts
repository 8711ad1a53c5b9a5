import { Agent, type IncomingMessage, request } from 'node:http';
import { UpgradeError } from '#errors/upgrade-error';

/** Where a served twin lets its clock be moved. */
export interface ControlOptions {
  /** As `upgrade twin serve` prints it: `http://127.0.0.1:<port>/twin`. */
  readonly controlUrl: string;
  /** The control token, printed there too. */
  readonly controlToken: string;
  /** Tells this runner apart from others at the same twin; default: the process id. */
  readonly runner?: string;
}

/** The twin's time, and the resourceVersion that everything up to it has. */
export interface Present {
  /** Instant, ms, UTC. */
  readonly now: number;
  readonly resourceVersion: string;
}

/** The control endpoints of a served twin. */
export interface Control {
  now(): Promise<Present>;
  /** Lets time pass, at most to `until`; `seen` is what all watches of this runner have seen, null without any. */
  wait(until: number, seen: string | null): Promise<Present>;
}

export function openControl({ controlUrl, controlToken, runner = String(process.pid) }: ControlOptions): Control {
  // Kept alive: the twin takes the end of the connection for the end of the runner.
  const agent = new Agent({ keepAlive: true });
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  return {
    now: () => ask({ url: `${controlUrl}/now`, method: 'GET', headers, agent }),
    wait: (until, seen) =>
      ask({ url: `${controlUrl}/clock`, method: 'POST', headers, agent, body: { runner, until, seen } }),
  };
}

interface Question {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
  readonly body?: unknown;
}

async function ask({ url, body, ...options }: Question): Promise<Present> {
  const response = await answered(url, options, body === undefined ? undefined : JSON.stringify(body));
  const text = Buffer.concat(await chunksOf(response)).toString('utf8');
  if (response.statusCode !== 200) throw lost(url, `HTTP status ${response.statusCode}: ${text}`);
  return JSON.parse(text) as Present;
}

function answered(
  url: string,
  options: Omit<Question, 'url' | 'body'>,
  body: string | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options);
    sent.on('response', resolve);
    sent.on('error', (error) => reject(lost(url, error.message)));
    sent.end(body);
  });
}

async function chunksOf(response: IncomingMessage): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return chunks;
}

const lost = (url: string, why: string): UpgradeError =>
  new UpgradeError('TwinUnreachable', `the twin at ${url} does not tell its time: ${why}`, {
    hint: 'start `upgrade twin serve` again',
  });
