import type { Unknown } from '#ports/answer';
import type { WireAnswer } from '../api/answer.ts';

type Service = 'eks' | 'ec2' | 'kubernetes';

/** What clients say when an answer does not arrive as it was given: the words of Node, of the AWS SDK, and of ours. */
export function lostOnTheWay({ status, body, lost }: WireAnswer, by: Service): Unknown {
  switch (lost?.how) {
    case 'half':
      // The SDK has read the head by then, and takes what went wrong with the body for something it could not read.
      return unknown(by === 'kubernetes' ? 'ECONNRESET' : 'Unparsable', 'aborted');
    case 'hang':
      return unknown('ETIMEDOUT', PATIENCE[by]);
    case 'html':
      return unknown('Unparsable', PAGE_READ[by](status, String(body)));
    default:
      return unknown('ECONNRESET', 'socket hang up');
  }
}

const SDK_PATIENCE =
  '@smithy/node-http-handler - [ERROR] a request has exceeded the configured 30000 ms requestTimeout.';
const PATIENCE = { eks: SDK_PATIENCE, ec2: SDK_PATIENCE, kubernetes: 'no answer within 60 s' } as const;

const PAGE_READ: Readonly<Record<Service, (status: number, page: string) => string>> = {
  eks: (_, page) => notJson(page),
  ec2: (status) => `HTTP status ${status} without an error code of the service: Unknown`,
  kubernetes: (status, page) =>
    `HTTP status ${status} with a body that is not the API server's: ${page.trim().slice(0, 80)}`,
};

/** The first line of what the engine says about a page that it takes for JSON. */
function notJson(page: string): string {
  try {
    JSON.parse(page);
    return '';
  } catch (thrown) {
    return (thrown as Error).message.split('\n', 1)[0] ?? '';
  }
}

const unknown = (code: string, message: string): Unknown => ({ kind: 'unknown', code, message });
