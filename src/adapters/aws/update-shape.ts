import type { Update as SdkUpdate } from '@aws-sdk/client-eks';
import type { Update } from '#domain/eks/update';
import { instant, required } from './present.ts';

/** An update of the SDK in our shape. */
export function toUpdate(it: SdkUpdate | undefined): Update {
  const update = required(it, 'update');
  return {
    id: required(update.id, 'update.id'),
    status: required(update.status, 'update.status'),
    type: required(update.type, 'update.type'),
    params: (update.params ?? []).map((param) => ({ type: param.type ?? '', value: param.value ?? '' })),
    createdAt: instant(update.createdAt, 'update.createdAt'),
    errors: (update.errors ?? []).map((error) => ({
      errorCode: error.errorCode ?? 'Unknown',
      errorMessage: error.errorMessage ?? '',
      resourceIds: error.resourceIds ?? [],
    })),
  };
}
