import http from 'node:http';
import https from 'node:https';

/** A request of JSON, a PATCH is a merge patch; GET where there is no method. */
export interface Question {
  readonly url: string;
  readonly method?: string;
  readonly caPem?: string;
  readonly token?: string;
  readonly body?: unknown;
}

export interface Reply {
  readonly status: number;
  /** What came back, as text. */
  readonly text: string;
}

const PATIENCE_MS = 10_000;

/** The reply; null from a server that is not there, breaks off or takes longer than ten seconds. */
export function ask({ url, method = 'GET', caPem, token, body }: Question): Promise<Reply | null> {
  const headers = {
    'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const options = {
    method,
    headers,
    agent: false,
    timeout: PATIENCE_MS,
    ...(caPem === undefined ? {} : { ca: caPem }),
  };
  return new Promise((resolve) => {
    const asked = (url.startsWith('https:') ? https : http).request(url, options, (response) => {
      const { statusCode: status = 0 } = response;
      textOf(response).then(
        (text) => resolve({ status, text }),
        () => resolve(null),
      );
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(null));
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function textOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
