import type { Metadata } from './metadata.ts';

/** A coordination.k8s.io/v1 Lease. */
export interface Lease {
  readonly metadata: Metadata;
  readonly spec: { readonly holderIdentity?: string; readonly acquireTime?: string; readonly renewTime?: string };
}
