import type { Refused, Unknown } from '#ports/answer';
import type { WireAnswer } from '../api/answer.ts';
import { lostOnTheWay } from './lost.ts';

interface StatusBody {
  readonly reason?: string;
  readonly message?: string;
  readonly details?: {
    readonly causes?: readonly { readonly reason: string; readonly message: string }[];
    readonly retryAfterSeconds?: number;
  };
}

/** A refusal of the Kubernetes API in the words of the ports; unknown when its answer did not arrive. */
export function refusedByKubernetes(answer: WireAnswer): Refused | Unknown {
  if (answer.lost) return lostOnTheWay(answer, 'kubernetes');
  const { status, body } = answer;
  // A page of plain text has its words alone.
  const { reason = '', message = '', details } = typeof body === 'string' ? textOf(body) : (body as StatusBody);
  const retryAfterSeconds = details?.retryAfterSeconds;
  return {
    kind: 'refused',
    status,
    code: reason,
    message,
    causes: (details?.causes ?? []).map((it) => ({ reason: it.reason, message: it.message })),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

const textOf = (body: string): StatusBody => ({ message: body.trim() });

/** A refusal of EKS: the code stands in a header. */
export function refusedByEks(answer: WireAnswer): Refused | Unknown {
  if (answer.lost) return lostOnTheWay(answer, 'eks');
  const { message } = answer.body as { readonly message: string };
  return ofAws(answer.status, answer.headers?.['x-amzn-errortype'] ?? '', message);
}

/** A refusal of EC2: code and text stand in the body. */
export function refusedByEc2(answer: WireAnswer): Refused | Unknown {
  if (answer.lost) return lostOnTheWay(answer, 'ec2');
  const [first] = (answer.body as { readonly Errors: readonly { readonly Code: string; readonly Message: string }[] })
    .Errors;
  return ofAws(answer.status, first?.Code ?? '', first?.Message ?? '');
}

/** Without a code of its own it is not the service's word. */
function ofAws(status: number, code: string, message: string): Refused | Unknown {
  if (code !== '') return { kind: 'refused', status, code, message, causes: [] };
  return {
    kind: 'unknown',
    code: 'Unparsable',
    message: `HTTP status ${status} without an error code of the service: ${message || 'UnknownError'}`,
  };
}
