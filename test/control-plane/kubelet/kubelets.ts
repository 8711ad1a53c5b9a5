import type { NodeObject } from '#twin/model/object';
import { serveLogs } from './log-server.ts';
import { type Disturbance, NodeLife } from './node-life.ts';
import { PodLives } from './pod-lives.ts';
import { watchPods } from './pod-watch.ts';
import { openRequests } from './requests.ts';

export interface KubeletOptions {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
  /** From bound to running, ms. Default 300. */
  readonly podStartMs?: number;
  /** From running to ready, ms. Default 200. */
  readonly podReadyMs?: number;
  /** From the order to stop to gone, ms, at most the grace period. Default 500. */
  readonly podStopMs?: number;
}

/** The kubelets of many nodes in one process, running nothing. Pods may set their own times by annotations `kubelet.test/…`. */
export interface Kubelets {
  /** Registers the node as it is given, renews its Lease and plays its pods from now on. One that is not Ready stays so until `becomeReady`. */
  join(node: NodeObject): Promise<void>;
  becomeReady(name: string): Promise<void>;
  /** The instance is gone: no Lease, no status, no pods any more. The Node object stays. */
  end(name: string): void;
  /** `hang`: pods are neither started nor finished; `die`: nothing at all comes from it; `lose-lease`: its Lease is not renewed. */
  disturb(name: string, what: Disturbance): void;
  close(): Promise<void>;
}

/** Starts without any node. Whatever the API server does, everything is tried again until `close`. */
export function startKubelets(options: KubeletOptions): Kubelets {
  const nodes = new Map<string, NodeLife>();
  const started = startParts(options, nodes);
  // Whoever joins is told; nobody else waits for it.
  started.catch(() => undefined);
  let joined = 0;
  const known = (name: string): NodeLife => {
    const node = nodes.get(name);
    if (node === undefined) throw new RangeError(`no node "${name}" has joined`);
    return node;
  };
  const withPods = (name: string): void => void started.then((it) => it.lives.lookAgain(name));
  return {
    async join(node) {
      const { requests, logs, lives } = await started;
      const { name } = node.metadata;
      const life = new NodeLife(node, { requests, logPort: logs.port, index: joined++ });
      nodes.set(name, life);
      await life.join();
      lives.lookAgain(name);
    },
    becomeReady: (name) => known(name).becomeReady(),
    end(name) {
      known(name).end();
      nodes.delete(name);
      withPods(name);
    },
    disturb(name, what) {
      known(name).disturb(what);
      withPods(name);
    },
    async close() {
      for (const node of nodes.values()) node.end();
      await (await started).close();
    },
  };
}

async function startParts(options: KubeletOptions, nodes: ReadonlyMap<string, NodeLife>) {
  const { url, caPem, token, podStartMs = 300, podReadyMs = 200, podStopMs = 500 } = options;
  const requests = await openRequests(url, caPem, token);
  const lives = new PodLives({
    requests,
    usual: { start: podStartMs, ready: podReadyMs, stop: podStopMs },
    hostOf: (name) => nodes.get(name),
    complain: (text) => process.stderr.write(`kubelet: ${text}\n`),
  });
  const logs = await serveLogs((namespace, name) => {
    const pod = lives.find(namespace, name);
    return nodes.get(pod?.spec.nodeName ?? '')?.isAlive() ? pod : undefined;
  });
  const watching = watchPods(requests.connection, lives, requests.closed);
  const close = async () => {
    requests.close();
    lives.close();
    await Promise.all([watching, logs.close()]);
  };
  return { requests, lives, logs, close };
}
