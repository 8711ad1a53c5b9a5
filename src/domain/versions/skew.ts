/**
 * How far a kubelet or kube-proxy may be behind the API server: 3 minors from 1.25 on, 2 before
 * (https://kubernetes.io/releases/version-skew-policy/, https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html).
 */
export const allowedLag = (minor: number): number => (minor >= 25 ? 3 : 2);

export type Skew =
  | { readonly kind: 'fits' }
  | { readonly kind: 'newer-than-api-server' }
  | { readonly kind: 'too-old'; readonly lag: number; readonly allowed: number; readonly oldest: number };

/** Whether a component of `minor` may run beside an API server that moves from minor `from` to minor `to`. */
export function decideSkew(minor: number, from: number, to: number): Skew {
  if (minor > from) return { kind: 'newer-than-api-server' };
  const lag = to - minor;
  const allowed = allowedLag(minor);
  return lag <= allowed ? { kind: 'fits' } : { kind: 'too-old', lag, allowed, oldest: oldestAllowed(to) };
}

/** The oldest minor of kubelet and kube-proxy that a control plane of minor `controlPlane` takes. */
export function oldestAllowed(controlPlane: number): number {
  let minor = controlPlane;
  while (controlPlane - (minor - 1) <= allowedLag(minor - 1)) minor -= 1;
  return minor;
}
