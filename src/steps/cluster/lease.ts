import type { Lease, LeaseName } from '#ports/kubernetes';

/** The Lease that says which run holds the cluster: one run per cluster, wherever it is started. */
export const LEASE: LeaseName = { namespace: 'kube-system', name: 'eks-upgrade-runbook' };

/** Annotation of the Lease: who started the run. */
export const OWNER = 'eks-upgrade-runbook/owner';

/** Annotation of the Lease: where the log of the run is. */
export const LOG = 'eks-upgrade-runbook/log';

/** Which run holds the cluster by this Lease; empty where none does: a run that has ended leaves its Lease behind, held by nobody (docs/decisions/lease-stays.md). */
export const holderOf = ({ spec }: Pick<Lease, 'spec'>): string => spec.holderIdentity ?? '';
