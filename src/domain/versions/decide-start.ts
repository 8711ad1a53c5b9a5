import type { Cluster } from '../eks/cluster.ts';
import type { Update } from '../eks/update.ts';

export type Start =
  | { readonly kind: 'there-already' }
  | { readonly kind: 'adopt'; readonly update: Update }
  | { readonly kind: 'start' }
  /** EKS says UPDATING but names no update: what it does is not known yet. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'occupied'; readonly update: Update }
  | { readonly kind: 'wrong-version' };

interface Wish {
  readonly from: string;
  readonly to: string;
}

/** What to do about the control plane, given the cluster and its updates in progress. */
export function decideStart(
  { version, status }: Pick<Cluster, 'version' | 'status'>,
  running: readonly Update[],
  wish: Wish,
): Start {
  const wanted = running.find((update) => movesTo(update, wish.to));
  if (wanted) return { kind: 'adopt', update: wanted };
  if (version === wish.to) return { kind: 'there-already' };
  const [other] = running;
  if (other) return { kind: 'occupied', update: other };
  if (version !== wish.from) return { kind: 'wrong-version' };
  return status === 'UPDATING' ? { kind: 'unclear' } : { kind: 'start' };
}

/** Whether an update moves the control plane to `version`. */
export function movesTo({ type, params }: Update, version: string): boolean {
  return type === 'VersionUpdate' && params.some((param) => param.type === 'Version' && param.value === version);
}

/** Parameters of an update whose values may be secrets. */
const UNSPOKEN = 'ConfigurationValues';

/** `update 12ab (VersionUpdate: Version=1.22), InProgress since 2021-11-30T08:30:38Z`. */
export function updateInWords({ id, type, params, status, createdAt }: Update): string {
  const what = params.map((param) => `${param.type}=${param.type === UNSPOKEN ? '…' : param.value}`).join(', ');
  return `update ${id} (${type}${what === '' ? '' : `: ${what}`}), ${status} since ${createdAt}`;
}
