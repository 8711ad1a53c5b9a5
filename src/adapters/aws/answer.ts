import { UpgradeError } from '#errors/upgrade-error';
import { type Answer, type Refused, type Unknown, value } from '#ports/answer';

/** What a call of the AWS SDK gave or threw, as an answer. Defects of the tool itself are thrown on. */
export async function answered<T>(call: () => Promise<T>): Promise<Answer<T>> {
  try {
    return value(await call());
  } catch (thrown) {
    return answerOfThrown(thrown);
  }
}

/** An exception of the AWS SDK as an answer; see https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/ for its shapes. */
export function answerOfThrown(thrown: unknown): Refused | Unknown {
  if (thrown instanceof UpgradeError && thrown.code === 'IncompleteAnswer') return unparsable(thrown.message);
  if (!(thrown instanceof Error) || isDefect(thrown)) throw thrown;
  const it = thrown as SdkError;
  if (CREDENTIAL_PROVIDERS.has(it.name)) return refused(401, it.name, it.message);
  if (it.$fault !== undefined && it.$metadata?.httpStatusCode !== undefined)
    return ofService(it, it.$metadata.httpStatusCode);
  if (it.$metadata?.httpStatusCode !== undefined) return unparsable(firstLine(it.message));
  return { kind: 'unknown', code: it.code ?? it.name, message: it.message };
}

interface SdkError extends Error {
  readonly code?: string;
  readonly $fault?: 'client' | 'server';
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const CREDENTIAL_PROVIDERS = new Set(['CredentialsProviderError', 'TokenProviderError', 'ProviderError']);

function ofService(it: SdkError, status: number): Refused | Unknown {
  if (isWithoutServiceCode(it))
    return unparsable(`HTTP status ${status} without an error code of the service: ${it.message}`);
  return refused(status, it.name, it.message);
}

// A proxy's page or an empty body becomes `Unknown`; the EC2 client turns any 404 it cannot read into `NotFound` with
// the text `Unknown`. Neither is the service's word.
const isWithoutServiceCode = (it: SdkError): boolean =>
  it.name === 'Unknown' || it.message === 'Unknown' || it.message === 'UnknownError';

// Errors of the language without `$metadata` never come from the wire (SyntaxError does, with it).
const isDefect = (it: Error): boolean =>
  it instanceof UpgradeError || ((it instanceof TypeError || it instanceof ReferenceError) && !('$metadata' in it));

const refused = (status: number, code: string, message: string): Refused => ({
  kind: 'refused',
  status,
  code,
  message,
  causes: [],
});
const unparsable = (message: string): Unknown => ({ kind: 'unknown', code: 'Unparsable', message });
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
