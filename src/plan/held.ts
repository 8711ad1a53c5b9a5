import type { Acceptance } from '#domain/preflight/finding';
import type { FailureCode, FindingCode } from '#errors/catalogue/catalogue';
import { holderOf, LEASE, LOG, OWNER } from '#steps/cluster/lease';
import type { Scenario } from '#twin/scenario/schema';
import type { Verdict } from './plan.ts';

const CODE: FailureCode = 'EndsHeld';
const ACCEPTED: FindingCode = 'CLUSTER_HELD';

type Facts = Pick<Scenario, 'objects'>;

/** Which run's Lease is in the cluster although it may be taken: `takesFrom`, or one that was accepted by name; undefined when none is. */
export function takenFrom(facts: Facts, accepted: readonly Acceptance[], takesFrom?: string): string | undefined {
  const holder = holderIn(facts);
  if (holder === takesFrom) return takesFrom;
  return accepted.find(({ code, object }) => code === ACCEPTED && object === holder)?.object;
}

/** What the Lease of another run says; null when none holds the cluster but one whose Lease may be taken. A run would be refused before its first step. */
export function heldVerdict({ objects, cluster }: Facts & Pick<Scenario, 'cluster'>, taken?: string): Verdict | null {
  const lease = leaseIn({ objects });
  const holder = holderIn({ objects });
  if (lease === undefined || holder === '' || holder === taken) return null;
  const { [LOG]: log, [OWNER]: owner = 'somebody' } = lease.metadata.annotations ?? {};
  const message = `cluster ${cluster.name} is held by run ${holder} of ${owner}; its log is in ${log ?? 'an unknown place'}`;
  const hint = `wait for its end, or go on with it: upgrade status ${log ?? `--cluster ${cluster.name}`}`;
  return {
    kind: 'blocked',
    at: 'hold cluster',
    failure: { code: CODE, message, hint, cause: null },
    changedBefore: false,
  };
}

const leaseIn = ({ objects }: Facts): Lease | undefined =>
  (objects as readonly Lease[]).find(
    ({ kind, metadata }) => kind === 'Lease' && metadata.name === LEASE.name && metadata.namespace === LEASE.namespace,
  );

const holderIn = (facts: Facts): string => holderOf({ spec: leaseIn(facts)?.spec ?? {} });

interface Lease {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly annotations?: Readonly<Record<string, string>> | undefined;
  };
  readonly spec?: { readonly holderIdentity?: string };
}
