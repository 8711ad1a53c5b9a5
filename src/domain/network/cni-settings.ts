import type { Workload } from '../kubernetes/workload.ts';

/** How the VPC CNI keeps addresses in stock on each node; numbers as in its environment. */
export interface CniSettings {
  /** Interfaces kept in stock; counts only while neither `warmIps` nor `minimumIps` is set. */
  readonly warmInterfaces: number;
  readonly warmIps: number | null;
  readonly minimumIps: number | null;
  /** At most so many interfaces; null: as many as the instance type takes. */
  readonly maxInterfaces: number | null;
  /** Null: single addresses; else /28 blocks, so many kept in stock. */
  readonly warmPrefixes: number | null;
  /** ENABLE_POD_ENI: one interface more, the trunk. */
  readonly trunk: boolean;
}

export type CniReading =
  | { readonly kind: 'settings'; readonly settings: CniSettings }
  | { readonly kind: 'cannot-judge'; readonly why: string };

/**
 * Reads the settings from the environment of the DaemonSet `kube-system/aws-node`
 * (https://github.com/aws/amazon-vpc-cni-k8s#cni-configuration-variables).
 */
export function readCniSettings(workloads: readonly Workload[]): CniReading {
  const daemonSet = workloads.find(
    ({ kind, metadata }) =>
      kind === 'DaemonSet' && metadata.namespace === 'kube-system' && metadata.name === 'aws-node',
  );
  if (!daemonSet)
    return cannotJudge('there is no DaemonSet kube-system/aws-node: another network plug-in hands out the addresses');
  const container = daemonSet.spec.template.spec.containers.find(({ name }) => name === 'aws-node');
  const env = new Map((container?.env ?? []).map(({ name, value }) => [name, value ?? '']));
  if (isTrue(env.get('AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG')))
    return cannotJudge(
      'custom networking is on (AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG): pods take addresses of the ENIConfigs',
    );
  if (isTrue(env.get('ENABLE_IPv6'))) return cannotJudge('the VPC CNI hands out IPv6 addresses (ENABLE_IPv6)');
  return { kind: 'settings', settings: settingsOf(env) };
}

function settingsOf(env: ReadonlyMap<string, string>): CniSettings {
  const byPrefix = isTrue(env.get('ENABLE_PREFIX_DELEGATION'));
  return {
    warmInterfaces: numberOr(env.get('WARM_ENI_TARGET'), 1),
    warmIps: positive(env.get('WARM_IP_TARGET')),
    minimumIps: positive(env.get('MINIMUM_IP_TARGET')),
    maxInterfaces: positive(env.get('MAX_ENI')),
    warmPrefixes: byPrefix ? numberOr(env.get('WARM_PREFIX_TARGET'), 1) : null,
    trunk: isTrue(env.get('ENABLE_POD_ENI')),
  };
}

const cannotJudge = (why: string): CniReading => ({ kind: 'cannot-judge', why });
const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === 'true';

function numberOr(text: string | undefined, byDefault: number): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : byDefault;
}

// Zero and -1 mean "not set" to the CNI.
function positive(text: string | undefined): number | null {
  const number = numberOr(text, 0);
  return number > 0 ? number : null;
}
