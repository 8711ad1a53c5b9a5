import type { FailureCode } from '#errors/catalogue/catalogue';
import { LEASE, LOG, OWNER } from '#steps/cluster/lease';
import type { Scenario } from '#twin/scenario/schema';
import type { Verdict } from './plan.ts';

const CODE: FailureCode = 'EndsHeld';

/** What the Lease of another run says; null when no run holds the cluster. A run would be refused before its first step. */
export function heldVerdict({ objects, cluster }: Pick<Scenario, 'objects' | 'cluster'>): Verdict | null {
  const lease = (objects as readonly Lease[]).find(
    ({ kind, metadata }) => kind === 'Lease' && metadata.name === LEASE.name && metadata.namespace === LEASE.namespace,
  );
  if (lease === undefined) return null;
  const { [LOG]: log, [OWNER]: owner = 'somebody' } = lease.metadata.annotations ?? {};
  const run = `run ${lease.spec?.holderIdentity ?? 'unknown'} of ${owner}`;
  const message = `cluster ${cluster.name} is held by ${run}; its log is in ${log ?? 'an unknown place'}`;
  const hint = `wait for its end, or go on with it: upgrade status ${log ?? `--cluster ${cluster.name}`}`;
  return {
    kind: 'blocked',
    at: 'hold cluster',
    failure: { code: CODE, message, hint, cause: null },
    changedBefore: false,
  };
}

interface Lease {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly annotations?: Readonly<Record<string, string>> | undefined;
  };
  readonly spec?: { readonly holderIdentity?: string };
}
