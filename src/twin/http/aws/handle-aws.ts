import { createHash } from 'node:crypto';
import type { Incoming, Reply, Stream } from '../exchange.ts';
import type { AwsFaces } from './aws-faces.ts';
import { ec2Error } from './ec2.ts';
import { eksError, handleEks } from './handle-eks.ts';
import { handleQuery } from './handle-query.ts';

/** EKS, EC2 and STS at one address, told apart as their clients call them: the query APIs at `/`, EKS at its paths. */
export function handleAws(faces: AwsFaces): (incoming: Incoming) => Reply | Stream {
  let count = 0;
  return (incoming) => {
    count += 1;
    const requestId = requestIdOf(count);
    const reply = answer(faces, incoming, requestId);
    // A page that a proxy gives in place of the service carries none of its headers.
    return 'stream' in reply || reply.headers['content-type'] === 'text/html'
      ? reply
      : { ...reply, headers: { ...reply.headers, 'x-amzn-requestid': requestId } };
  };
}

function answer(faces: AwsFaces, incoming: Incoming, requestId: string): Reply | Stream {
  const isQuery = incoming.segments.length === 0;
  if (!isSigned(incoming)) {
    const words = 'Missing Authentication Token';
    return isQuery
      ? ec2Error(403, 'MissingAuthenticationToken', words, requestId)
      : eksError(403, 'MissingAuthenticationTokenException', words);
  }
  return isQuery ? handleQuery(faces, incoming, requestId) : handleEks(faces.eks, incoming);
}

// The twin knows no secrets, so a signature is looked for, not verified.
function isSigned({ headers, query }: Incoming): boolean {
  return (headers.authorization ?? '').startsWith('AWS4-HMAC-SHA256 ') || query.has('X-Amz-Signature');
}

/** A request id in the form of a UUID, the same for the same count. */
function requestIdOf(count: number): string {
  const hex = createHash('sha256').update(`request ${count}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
