import type { FailureCode } from '#errors/catalogue/catalogue';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { Unanswered } from './answered.ts';
import { classifyLack } from './classify.ts';

/** The error for an answer that asking again would not change; null where waiting may help. `asking`: `describe cluster ekstest`. */
export function lackError(answer: Unanswered, asking: string): UpgradeError | null {
  const lack = classifyLack(answer);
  switch (lack.kind) {
    case 'wait':
      return null;
    case 'credentials':
      return new UpgradeError(
        'CredentialsExpired',
        `cannot ${asking}: the credentials are not accepted: ${lack.reason}`,
        {
          hint: 'sign in again (for example "aws sso login"), then resume the run',
          exit: EXIT.paused,
        },
      );
    case 'forbidden':
      return new UpgradeError('Forbidden', `not allowed to ${asking}: ${lack.reason}`, {
        hint: 'grant the right to the identity that runs upgrade (upgrade permissions prints all that it needs), then retry',
        cause: answer,
      });
    default: {
      const code = refusalOf(answer);
      return new UpgradeError(code, `cannot ${asking}: ${lack.reason}`, { hint: HINTS[code] });
    }
  }
}

type Refusal = Extract<
  FailureCode,
  'NotFound' | 'Conflict' | 'InvalidState' | 'ResourceLimitExceeded' | 'InvalidRequest' | 'Refused'
>;

const HINTS: Readonly<Record<Refusal, string>> = {
  NotFound: 'it may have been deleted by somebody: restore it and retry, or give the run up (upgrade abort)',
  Conflict: 'wait until nobody else changes it, then retry',
  ResourceLimitExceeded:
    'free some, or raise the quota (aws service-quotas list-service-quotas --service-code eks), then retry',
  InvalidState: 'see what EKS objects to and mend it, then retry: aws eks list-insights --cluster-name <cluster>',
  InvalidRequest: 'mend what the API names, then retry',
  Refused: 'mend what the API names, then retry',
};

const BY_CODE: Readonly<Record<string, Refusal>> = {
  NotFound: 'NotFound',
  ResourceNotFoundException: 'NotFound',
  ResourceInUseException: 'Conflict',
  InvalidStateException: 'InvalidState',
  ResourceLimitExceededException: 'ResourceLimitExceeded',
};

const BY_STATUS: Readonly<Record<number, Refusal>> = { 400: 'InvalidRequest', 409: 'Conflict', 422: 'InvalidRequest' };

// The API's own code is in the text; ours says what to do. A 404 without a code of the API is a proxy's.
function refusalOf(answer: Unanswered): Refusal {
  const status = answer.kind === 'refused' ? answer.status : 0;
  return BY_CODE[answer.code] ?? BY_STATUS[status] ?? 'Refused';
}
