import type { Issue } from '../eks/cluster.ts';
import type { Nodegroup } from '../eks/nodegroup.ts';

export type Growth =
  | { readonly kind: 'there' }
  | { readonly kind: 'growing'; readonly status: string }
  | { readonly kind: 'failed'; readonly why: string };

/** How far a group that was just created is. Creation has no update id: its status and health issues tell. */
export function decideGrowth(group: Nodegroup): Growth {
  if (group.health.length > 0) return { kind: 'failed', why: `status ${group.status}; ${issuesInWords(group.health)}` };
  switch (group.status) {
    case 'ACTIVE':
      return { kind: 'there' };
    case 'CREATING':
    case 'UPDATING':
      return { kind: 'growing', status: group.status };
    default:
      return { kind: 'failed', why: `status ${group.status}` };
  }
}

/** `AccessDenied: no rights (i-1, i-2); …` */
export function issuesInWords(issues: readonly Issue[]): string {
  return issues
    .map(
      ({ code, message, resourceIds }) =>
        `${code}: ${message}${resourceIds.length > 0 ? ` (${resourceIds.join(', ')})` : ''}`,
    )
    .join('; ');
}
