import { UpgradeError } from '#errors/upgrade-error';

/** The fields that are there: EKS writes null where a field does not apply, we leave it out. */
export function present<T extends object>(fields: T): { -readonly [K in keyof T]?: NonNullable<T[K]> } {
  const kept = Object.entries(fields).filter(([, it]) => it !== null && it !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]?: NonNullable<T[K]> };
}

/** A field without which the answer means nothing; where it is missing, somebody other than AWS has answered. */
export function required<T>(it: T | null | undefined, field: string): T {
  if (it === null || it === undefined)
    throw new UpgradeError('IncompleteAnswer', `the answer has no ${field}, which AWS always sends`, {
      hint: 'somebody other than AWS may have answered: look at HTTPS_PROXY and AWS_ENDPOINT_URL',
    });
  return it;
}

/** RFC 3339 with milliseconds, UTC. */
export const instant = (it: Date | null | undefined, field: string): string => required(it, field).toISOString();
