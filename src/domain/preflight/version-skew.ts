import type { FindingCode } from '#errors/catalogue/catalogue';
import type { Cluster } from '../eks/cluster.ts';
import type { Node } from '../kubernetes/node.ts';
import type { Workload } from '../kubernetes/workload.ts';
import { minorOf } from '../versions/minor.ts';
import { decideSkew, type Skew } from '../versions/skew.ts';
import { type Concern, defineCheck, type PlannedHop } from './check.ts';

/** The cluster is where the hop begins, and kubelets and kube-proxy may run beside the API server after it. */
export const versionSkew = defineCheck({
  name: 'version-skew',
  guards: ['control-plane'],
  needs: ['cluster', 'nodes', 'workloads'],
  judge: ({ cluster, nodes, workloads }, hop) => [
    ...judgeCluster(cluster, hop),
    ...nodes.flatMap((node) => judgeKubelet(node, cluster, hop)),
    ...judgeKubeProxy(workloads, cluster, hop),
  ],
});

function judgeCluster({ name, version }: Cluster, { from, to }: PlannedHop): readonly Concern[] {
  if (version === from) return [];
  if (version === to) {
    const why = `the control plane is at ${to} already; only what is behind it is moved`;
    return [{ code: 'CONTROL_PLANE_AT_TARGET', severity: 'info', object: name, why, whatToDo: 'nothing' }];
  }
  return [
    {
      code: 'WRONG_START_VERSION',
      severity: 'block',
      object: name,
      why: `the cluster is at ${version}; this runbook goes from ${from} to ${to}, one minor at a time`,
      whatToDo: `use the runbook that starts at ${version}`,
    },
  ];
}

interface Codes {
  readonly tooNew: FindingCode;
  readonly tooOld: FindingCode;
}

const KUBELET: Codes = { tooNew: 'KUBELET_TOO_NEW', tooOld: 'KUBELET_TOO_OLD' };
const KUBE_PROXY: Codes = { tooNew: 'KUBE_PROXY_TOO_NEW', tooOld: 'KUBE_PROXY_TOO_OLD' };

function judgeKubelet(node: Node, cluster: Cluster, hop: PlannedHop): readonly Concern[] {
  const { name } = node.metadata;
  const { kubeletVersion } = node.status.nodeInfo;
  const skew = skewOf(kubeletVersion, cluster, hop);
  if (skew === null) return [unreadable('KUBELET_VERSION_UNREADABLE', name, `kubelet of node ${name}`, kubeletVersion)];
  return concern(
    skew,
    KUBELET,
    name,
    `kubelet of node ${name} is ${kubeletVersion}`,
    `replace the node by one at ${hop.from} first`,
    hop,
  );
}

function judgeKubeProxy(workloads: readonly Workload[], cluster: Cluster, hop: PlannedHop): readonly Concern[] {
  const proxy = workloads.find(
    ({ kind, metadata }) =>
      kind === 'DaemonSet' && metadata.namespace === 'kube-system' && metadata.name === 'kube-proxy',
  );
  const image = proxy?.spec.template.spec.containers.find(({ name }) => name === 'kube-proxy')?.image;
  if (image === undefined) return [];
  const tag = image.replace(/@.*$/, '').split(':').at(-1) ?? '';
  const object = 'kube-system/kube-proxy';
  const skew = skewOf(tag, cluster, hop);
  if (skew === null)
    return [unreadable('KUBE_PROXY_VERSION_UNREADABLE', object, 'image tag of DaemonSet kube-system/kube-proxy', tag)];
  return concern(skew, KUBE_PROXY, object, `kube-proxy is ${tag}`, `update kube-proxy to ${hop.from} first`, hop);
}

function skewOf(version: string, cluster: Cluster, { from, to }: PlannedHop): Skew | null {
  const [minor, now, then] = [minorOf(version), minorOf(cluster.version), minorOf(to)];
  if (minor === null || then === null) return null;
  return decideSkew(minor, now ?? minorOf(from) ?? then, then);
}

function concern(
  skew: Skew,
  { tooNew, tooOld }: Codes,
  object: string,
  seen: string,
  remedy: string,
  { to }: PlannedHop,
): readonly Concern[] {
  switch (skew.kind) {
    case 'fits':
      return [];
    case 'newer-than-api-server': {
      const why = `${seen}, newer than the API server, which Kubernetes does not support`;
      return [{ code: tooNew, severity: 'block', object, why, whatToDo: remedy }];
    }
    case 'too-old': {
      const why = `${seen}: ${skew.lag} minors behind ${to}, at most ${skew.allowed} are allowed (1.${skew.oldest} or newer)`;
      return [{ code: tooOld, severity: 'block', object, why, whatToDo: remedy }];
    }
  }
}

function unreadable(code: FindingCode, object: string, what: string, text: string): Concern {
  return {
    code,
    severity: 'risk',
    object,
    why: `${what}: "${text}" is no version that can be read`,
    whatToDo: 'check by hand that it fits',
  };
}
