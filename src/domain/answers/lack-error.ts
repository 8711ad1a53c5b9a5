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
        hint: 'grant the right to the identity that runs upgrade, then retry',
      });
    default:
      return new UpgradeError(pascal(answer), `cannot ${asking}: ${lack.reason}`);
  }
}

function pascal(answer: Unanswered): string {
  if (/^[A-Z][A-Za-z0-9]+$/.test(answer.code)) return answer.code.replace(/Exception$/, '');
  return answer.kind === 'refused' ? `Refused${answer.status}` : 'Refused';
}
