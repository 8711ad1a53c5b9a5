import type { Cluster } from '#domain/eks/cluster';
import type { Acceptance } from '#domain/preflight/finding';
import type { FindingCode } from '#errors/catalogue/catalogue';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';

const CODE: FindingCode = 'KUBECONFIG_ELSEWHERE';

/** Refuses a kubeconfig that leads to another address than the cluster's own: updating one cluster and draining another is the worst that could happen. */
export function refuseElsewhere(server: string, { name, endpoint }: Cluster, accepted: readonly Acceptance[]): void {
  if (sameAddress(server, endpoint)) return;
  if (accepted.some(({ code, object }) => code === CODE && object === server)) return;
  throw new UpgradeError(
    'KubeconfigElsewhere',
    `the kubeconfig leads to ${server}, but cluster ${name} is at ${endpoint}; nothing was changed`,
    {
      hint: `use the context of ${name}, or leave out --kubeconfig and --context; if it is a tunnel to ${name}: --accept ${CODE}=${server}`,
      exit: EXIT.blocked,
    },
  );
}

// Host names are written in upper case by the API and in lower case by some tools.
const sameAddress = (a: string, b: string): boolean =>
  URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin;
