import type { Nodegroup } from '../eks/nodegroup.ts';
import { formatSizes } from './freeze.ts';

export type SinceFreeze =
  | { readonly kind: 'frozen' }
  | { readonly kind: 'going'; readonly how: string }
  | { readonly kind: 'changed'; readonly how: string };

/**
 * Whether somebody else changes the group that is being drained: deletes it, updates it, or gave it other sizes than those
 * at which the run froze it (`frozenAt` nodes). Each of them ends nodes without regard to disruption budgets.
 */
export function sinceFreeze({ status, scalingConfig }: Nodegroup, frozenAt: number | undefined): SinceFreeze {
  if (status === 'DELETING' || status === 'DELETE_FAILED') return { kind: 'going', how: `it is ${status}` };
  if (status === 'UPDATING') return { kind: 'changed', how: 'it is UPDATING, and this run has asked for nothing' };
  if (frozenAt === undefined || scalingConfig.desiredSize === frozenAt) return { kind: 'frozen' };
  const sizes = formatSizes(scalingConfig);
  return {
    kind: 'changed',
    how: `its sizes (min/desired/max) are ${sizes}, and this run froze it at ${frozenAt} nodes`,
  };
}
