import type { Metadata } from './metadata.ts';

/** A policy/v1beta1 PodSecurityPolicy (served up to Kubernetes 1.24). */
export interface PodSecurityPolicy {
  readonly metadata: Metadata;
  readonly spec: { readonly privileged?: boolean };
}
