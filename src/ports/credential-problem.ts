import type { Answer } from './answer.ts';

/**
 * Codes that say "who you are is unknown or no longer valid", from
 * https://docs.aws.amazon.com/eks/latest/APIReference/CommonErrors.html and the SDK's credential providers.
 */
const CODES = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'RequestExpired',
  'InvalidClientTokenId',
  'UnrecognizedClientException',
  'InvalidAccessKeyId',
  'AuthFailure',
  'CredentialsProviderError',
  'TokenProviderError',
]);

/** True when new credentials would help: expired, revoked or missing ones. A missing right (403 Forbidden) is not such a problem. */
export function isCredentialProblem(answer: Answer<unknown>): boolean {
  return answer.kind === 'refused' && (answer.status === 401 || CODES.has(answer.code));
}
