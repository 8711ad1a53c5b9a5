import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { LEASE } from '#steps/cluster/lease';
import type { LeaseVerdict } from '#steps/cluster/lease-fence';

const NAME = `Lease ${LEASE.namespace}/${LEASE.name}`;
const HOW = {
  missing: 'gone: somebody deleted it',
  free: 'held by nobody: another copy of this log has ended the run',
};
const LOOK = `kubectl get lease ${LEASE.name} -n ${LEASE.namespace} -o yaml`;

/** Why the run may not go on: the cluster is another run's. */
export function heldByAnother(
  run: string,
  { run: holder, by, log }: LeaseVerdict & { kind: 'of-another-run' },
): UpgradeError {
  return new UpgradeError(
    'ClusterHeld',
    `run ${run} does not hold the cluster any more: it is held by run ${holder} of ${by}; its log is in ${log}`,
    { hint: `let that run end first (upgrade status ${log}); nothing more was changed`, exit: EXIT.held },
  );
}

/** Why the run may not go on: a copy of its log has gone on, here or elsewhere. */
export function goneOnElsewhere(run: string, { seq, owner }: { seq: number; owner: string }): UpgradeError {
  return new UpgradeError(
    'LogLeftBehind',
    `run ${run} has gone on with another copy of this log: ${NAME} was marked by runner ${owner} at record ${seq}, which this log does not have`,
    {
      hint: `go on with that copy; this one is a thing of the past. Nothing more was changed. To look: ${LOOK}`,
      exit: EXIT.held,
    },
  );
}

/** Why the run may not go on: nothing says that the cluster is held for it. */
export function leaseMissing(run: string, how: 'missing' | 'free'): UpgradeError {
  return new UpgradeError('LeaseMissing', `${NAME}, by which run ${run} holds the cluster, is ${HOW[how]}`, {
    hint: 'nothing more was changed; if no copy of this log has gone on, take the cluster again: upgrade resume --take-over --now',
    exit: EXIT.held,
  });
}
