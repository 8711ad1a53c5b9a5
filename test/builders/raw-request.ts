import { type IncomingHttpHeaders, request as plain } from 'node:http';
import { request as secure } from 'node:https';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly ca?: string;
}

/** One request without any client in between, on a connection of its own. */
export function rawRequest(
  url: string,
  { method = 'GET', headers = {}, body = '', ca }: RawRequest = {},
): Promise<RawAnswer> {
  const request = url.startsWith('https:') ? secure : plain;
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { method, headers: { ...length, ...headers }, agent: false, ...(ca === undefined ? {} : { ca }) };
    const sent = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
