import { UpgradeError } from '#errors/upgrade-error';
import type { Update } from '../eks/update.ts';

export type UpdateOutcome = { readonly kind: 'settled' } | { readonly kind: 'running' };

const ENDED = { Failed: 'UpdateFailed', Cancelled: 'UpdateCancelled' } as const;

/** Whether an update of EKS has ended well; throws with its errors when it ended otherwise. `of`: `cluster ekstest to 1.21`. */
export function updateOutcome(update: Update, of: string): UpdateOutcome {
  if (update.status === 'Successful') return { kind: 'settled' };
  if (update.status === 'InProgress') return { kind: 'running' };
  throw new UpgradeError(
    ENDED[update.status],
    `update ${update.id} of ${of} ended ${update.status}: ${errorsInWords(update)}`,
    {
      hint: 'mend what the errors name, then retry: a new update is started',
    },
  );
}

function errorsInWords({ errors }: Update): string {
  if (errors.length === 0) return 'EKS gives no reason';
  return errors
    .map(
      ({ errorCode, errorMessage, resourceIds }) =>
        `${errorCode}: ${errorMessage}${resourceIds.length > 0 ? ` (${resourceIds.join(', ')})` : ''}`,
    )
    .join('; ');
}
