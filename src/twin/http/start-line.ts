import type { Served } from './serve-twin.ts';

/** One line of JSON that tells a program which started `upgrade twin serve` all it needs; printed once both servers listen. */
export function startLine(served: Served, clock: 'consent' | 'wall'): string {
  const { awsUrl, kubernetesUrl, kubeconfig, caPem, token, controlUrl, controlToken } = served;
  return JSON.stringify({ awsUrl, kubernetesUrl, kubeconfig, caPem, token, controlUrl, controlToken, clock });
}
