import { NO_STATUS, type WireAnswer } from '../api/answer.ts';
import { refusal } from '../api/kubernetes/status.ts';
import type { Lost, Refusal } from '../scenario/answer-fault-schema.ts';

/** What a fault gives the caller of an operation; `whole` is what the service answered, where it was asked at all. */
export function faultAnswer(give: Lost | Refusal, operation: string, whole: WireAnswer | null): WireAnswer {
  if (typeof give !== 'string') return refused(give, operation);
  if (give === 'html') return { status: 502, headers: PAGE_HEADERS, body: PAGE, lost: { how: 'html' } };
  return { status: NO_STATUS, body: {}, lost: { how: give, ...(whole !== null && { whole }) } };
}

/** As each service says no: AWS REST, AWS query, Kubernetes. */
function refused({ status, code, message = '', headers = {} }: Refusal, operation: string): WireAnswer {
  if (operation.startsWith('k8s:')) {
    const answer = refusal(status, code ?? null, message, detailsOf(headers));
    return { ...answer, headers: { ...answer.headers, ...headers } };
  }
  if (operation.startsWith('eks:')) {
    return {
      status,
      headers: { ...(code !== undefined && { 'x-amzn-errortype': code }), ...headers },
      body: { message },
    };
  }
  return { status, headers, body: { Errors: [{ Code: code ?? '', Message: message }] } };
}

function detailsOf(headers: Readonly<Record<string, string>>): { readonly retryAfterSeconds: number } | undefined {
  const seconds = Number.parseInt(new Headers(headers).get('retry-after') ?? '', 10);
  return Number.isInteger(seconds) && seconds > 0 ? { retryAfterSeconds: seconds } : undefined;
}

const PAGE_HEADERS = { server: 'awselb/2.0', 'content-type': 'text/html' } as const;
/** What an Application Load Balancer answers when it has nobody to ask. */
const PAGE = `<html>\r
<head><title>502 Bad Gateway</title></head>\r
<body>\r
<center><h1>502 Bad Gateway</h1></center>\r
</body>\r
</html>\r
`;
