import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, type Refused, type Unknown, value } from '#ports/answer';

/** What came over the wire, read to its end. */
export interface RawResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A response of the API server as an answer: the parsed JSON, the server's refusal, or unknown when it speaks another language. */
export function toAnswer(response: RawResponse): Answer<unknown> {
  const body = parsed(response.text);
  if (response.status >= 200 && response.status < 300) return body === undefined ? unparsable(response) : value(body);
  if (isStatus(body)) return refusedBy(body, response);
  return isPlainRefusal(response, body) ? refusedInText(response) : unparsable(response);
}

/** A Status object of the API as a refusal, for example from an ERROR event of a watch. */
export function refusedBy(
  status: Status,
  { headers, status: httpStatus }: Pick<RawResponse, 'headers' | 'status'>,
): Refused {
  const { reason = '', message = '', details } = status;
  const causes = (details?.causes ?? []).map((it) => ({ reason: it.reason ?? '', message: it.message ?? '' }));
  return {
    kind: 'refused',
    status: httpStatus,
    code: reason,
    message,
    causes,
    ...retryAfter(details?.retryAfterSeconds, headers),
  };
}

/** https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/ */
export interface Status {
  readonly kind: 'Status';
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: {
    readonly retryAfterSeconds?: number;
    readonly causes?: readonly { readonly reason?: string; readonly message?: string }[];
  };
}

export const isStatus = (body: unknown): body is Status =>
  typeof body === 'object' && body !== null && (body as { kind?: unknown }).kind === 'Status';

// The server itself answers in plain text when it throttles, when it is not ready, and for paths it does not know. A 404
// in other words than its own may be a proxy's, and must not be read as "absent"; JSON that is no Status is a gateway's,
// and an empty body nobody's.
function isPlainRefusal({ status, headers, text }: RawResponse, body: unknown): boolean {
  if (body !== undefined || status < 400 || text.trim() === '') return false;
  if (headers['content-type']?.startsWith('application/json') || /^\s*[<{[]/.test(text)) return false;
  return status !== 404 || text.trim() === '404 page not found';
}

function refusedInText({ status, headers, text }: RawResponse): Refused {
  return { kind: 'refused', status, code: '', message: text.trim(), causes: [], ...retryAfter(undefined, headers) };
}

function retryAfter(details: number | undefined, headers: IncomingHttpHeaders): { retryAfterSeconds?: number } {
  const seconds = details ?? Number.parseInt(headers['retry-after'] ?? '', 10);
  return Number.isInteger(seconds) && seconds > 0 ? { retryAfterSeconds: seconds } : {};
}

function unparsable({ status, text }: RawResponse): Unknown {
  const start = text.trim().slice(0, 80);
  return {
    kind: 'unknown',
    code: 'Unparsable',
    message: `HTTP status ${status} with a body that is not the API server's: ${start}`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
