import type { ServerResponse } from 'node:http';
import type { LostAnswer, WireAnswer } from '../api/answer.ts';
import type { Reply, Stream } from './exchange.ts';

/** What becomes of an answer that is lost on the way; null for the page of a proxy, which arrives. */
export function lostReply({ how, whole }: LostAnswer, write: (answer: WireAnswer) => Reply): Stream | null {
  switch (how) {
    case 'reset':
      return { stream: (response) => void response.destroy() };
    case 'hang':
      return { stream: () => undefined };
    case 'half':
      return { stream: (response) => sendHalf(response, write(whole ?? NOBODY_KNOWS)) };
    default:
      return null;
  }
}

/** Nothing was performed: half of this says as little as half of anything. */
const NOBODY_KNOWS: WireAnswer = { status: 500, body: { message: 'An unexpected error occurred on the server.' } };

/** The head promises the whole body; the connection ends in the middle of it. */
function sendHalf(response: ServerResponse, { status, headers, body }: Reply): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
