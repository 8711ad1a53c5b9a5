import type { Call } from '#adapters/kubernetes/connection';

/** A PATCH of an object. */
export const patchOf = (
  path: string,
  body: object,
  kind: 'merge-patch' | 'strategic-merge-patch' = 'merge-patch',
): Call => ({ method: 'PATCH', path, contentType: `application/${kind}+json`, body });
