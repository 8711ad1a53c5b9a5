import type { EndState } from '#domain/versions/verify-cluster';
import { allValues } from '../answer/all-values.ts';
import { type Looked, valueOrWait } from '../answer/value-or-wait.ts';
import { askAddons } from '../preflight/ask-addons.ts';
import { askNodegroups } from '../preflight/ask-nodegroups.ts';
import type { StepPorts } from '../step.ts';

/** Everything about the cluster that the report at the end tells, read anew. */
export async function askEndState(clusterName: string, { eks, kubernetes }: StepPorts): Promise<Looked<EndState>> {
  const [cluster, nodegroups, addons, apiServer, nodes, workloads, pods] = await Promise.all([
    eks.describeCluster(clusterName),
    askNodegroups(eks, clusterName),
    askAddons(eks, clusterName),
    kubernetes.version(),
    kubernetes.listNodes(),
    kubernetes.listWorkloads(),
    kubernetes.listPods(),
  ]);
  return allValues({
    cluster: valueOrWait(cluster, `describe cluster ${clusterName}`),
    nodegroups: valueOrWait(nodegroups, `list the node groups of cluster ${clusterName}`),
    addons: valueOrWait(addons, `list the add-ons of cluster ${clusterName}`),
    apiServer: valueOrWait(apiServer, 'ask the API server for its version'),
    nodes: valueOrWait(nodes, 'list nodes'),
    workloads: valueOrWait(workloads, 'list workloads'),
    pods: valueOrWait(pods, 'list pods'),
  });
}
