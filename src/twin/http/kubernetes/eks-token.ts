const PREFIX = 'k8s-aws-v1.';
const HOST = /^sts(\.[a-z0-9-]+)?\.amazonaws\.com(\.cn)?$|^127\.0\.0\.1$|^localhost$/;
const LIFE = 15 * 60_000;

/**
 * True for a token as `aws eks get-token` makes it: a presigned GetCallerIdentity URL with the header that names the cluster
 * among the signed ones, at most 15 minutes old (`now` null: at any age).
 * https://github.com/kubernetes-sigs/aws-iam-authenticator#api-authorization-from-outside-a-cluster
 */
export function isEksToken(token: string, now: number | null): boolean {
  const url = token.startsWith(PREFIX) ? presignedUrl(token.slice(PREFIX.length)) : null;
  if (url === null || !HOST.test(url.hostname)) return false;
  const query = new Map([...url.searchParams].map(([key, value]) => [key.toLowerCase(), value]));
  const signedHeaders = (query.get('x-amz-signedheaders') ?? '').split(';');
  const signedAt = instantOf(query.get('x-amz-date') ?? '');
  return (
    query.get('action') === 'GetCallerIdentity' &&
    signedHeaders.includes('host') &&
    signedHeaders.includes('x-k8s-aws-id') &&
    (query.get('x-amz-credential') ?? '').endsWith('/sts/aws4_request') &&
    /^[0-9a-f]{64}$/.test(query.get('x-amz-signature') ?? '') &&
    signedAt !== null &&
    (now === null || Math.abs(now - signedAt) <= LIFE)
  );
}

function presignedUrl(encoded: string): URL | null {
  if (!/^[A-Za-z0-9_-]+$/.test(encoded)) return null;
  const text = Buffer.from(encoded, 'base64url').toString('utf8');
  return URL.canParse(text) ? new URL(text) : null;
}

/** `20261201T210000Z` as milliseconds; null when it is none. */
function instantOf(date: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
