import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '#adapters/kubernetes/connection';
import type { ClusterSide } from '#twin/model/cluster-side';
import { controllerOf, type NodeObject } from '#twin/model/object';
import type { World } from '#twin/model/world';
import { versionOf } from '../binaries/versions.ts';
import type { RealCluster } from '../cluster/real-cluster.ts';
import type { Kubelets } from '../kubelet/kubelets.ts';
import { actUntilDone } from './act-until-done.ts';
import { patchOf } from './patch-of.ts';

/** While EKS still calls the update InProgress, API servers of both versions answer for so long. */
const BOTH_ANSWER_MS = 2_000;
/** And so long after that: harder than EKS is known to be. */
const OLD_LINGERS_MS = 6_000;

export interface RealParts {
  readonly cluster: RealCluster;
  readonly kubelets: Kubelets;
  /** With the rights that EKS itself has in a cluster. */
  readonly connection: Connection;
  /** Hears of an act of EKS that failed for good. */
  readonly failed: (error: unknown) => void;
}

/** What EKS does to a real control plane with played kubelets: requests to its API server, made one after another for each node. */
export function realClusterSide(parts: RealParts): (world: World) => ClusterSide {
  const inTurn = turns(parts.failed);
  const { kubelets, cluster, connection } = parts;
  let isReplacing = false;
  return (world) => ({
    join: (node) => inTurn(node.metadata.name, () => kubelets.join(node as NodeObject)),
    becomeReady: (name) => inTurn(name, () => kubelets.becomeReady(name)),
    empty: (name) => inTurn(name, () => empty(world, connection, name)),
    terminate: (node) =>
      inTurn(node.metadata.name, async () => {
        kubelets.end(node.metadata.name);
        await actUntilDone(connection, { method: 'DELETE', path: pathOf(node.metadata.name) });
      }),
    relabel: ({ metadata: { name } }, add, remove) => {
      const labels = { ...add, ...Object.fromEntries([...remove].map((key) => [key, null])) };
      inTurn(name, () => actUntilDone(connection, patchOf(pathOf(name), { metadata: { labels } })));
    },
    setImage: (resource, { metadata, spec }, image) => {
      const containers = [{ name: spec.template.spec.containers[0]?.name, image }];
      const path = `/apis/apps/v1/namespaces/${metadata.namespace}/${resource.slice('apps/'.length)}/${metadata.name}`;
      const body = { spec: { template: { spec: { containers } } } };
      inTurn(path, () => actUntilDone(connection, patchOf(path, body, 'strategic-merge-patch')));
    },
    replaceApiServers: (version) => {
      world.serve(version);
      isReplacing = true;
      inTurn('api servers', async () => {
        await cluster.changeVersion(versionOf(version), async () => {
          await sleep(BOTH_ANSWER_MS);
          isReplacing = false;
          await sleep(OLD_LINGERS_MS);
        });
      });
    },
    areApiServersReplaced: () => !isReplacing,
  });
}

async function empty(world: World, connection: Connection, name: string): Promise<void> {
  await actUntilDone(connection, patchOf(pathOf(name), { spec: { unschedulable: true } }));
  const pods = world.store.podsOnNode(name).filter((it) => controllerOf(it)?.kind !== 'DaemonSet');
  await Promise.all(
    pods.map(({ metadata }) => {
      const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
      return actUntilDone(connection, { method: 'DELETE', path, body: { preconditions: { uid: metadata.uid } } });
    }),
  );
}

/** Acts of one name follow each other; what fails is told, and the next goes on. */
function turns(failed: (error: unknown) => void): (name: string, act: () => Promise<void>) => void {
  const last = new Map<string, Promise<void>>();
  return (name, act) => {
    const before = last.get(name) ?? Promise.resolve();
    last.set(name, before.then(act).catch(failed));
  };
}

const pathOf = (node: string): string => `/api/v1/nodes/${node}`;
