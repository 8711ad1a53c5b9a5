import type { Refused } from '#ports/answer';
import type { WireAnswer } from '../api/answer.ts';

interface StatusBody {
  readonly reason?: string;
  readonly message?: string;
  readonly details?: {
    readonly causes?: readonly { readonly reason: string; readonly message: string }[];
    readonly retryAfterSeconds?: number;
  };
}

/** A refusal of the Kubernetes API in the words of the ports. */
export function refusedByKubernetes({ status, body }: WireAnswer): Refused {
  const { reason = '', message = '', details } = body as StatusBody;
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

/** A refusal of EKS: the code stands in a header. */
export function refusedByEks({ status, headers, body }: WireAnswer): Refused {
  const { message } = body as { readonly message: string };
  return { kind: 'refused', status, code: headers?.['x-amzn-errortype'] ?? '', message, causes: [] };
}

/** A refusal of EC2: code and text stand in the body. */
export function refusedByEc2({ status, body }: WireAnswer): Refused {
  const [first] = (body as { readonly Errors: readonly { readonly Code: string; readonly Message: string }[] }).Errors;
  return { kind: 'refused', status, code: first?.Code ?? '', message: first?.Message ?? '', causes: [] };
}
