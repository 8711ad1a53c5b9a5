import type { Message } from '#messages/message';
import type { Answer } from '#ports/answer';
import { value } from '#ports/answer';
import type { Eviction, Kubernetes, Live, NodePatch } from '#ports/kubernetes';
import type { Slice, StepPorts } from '#steps/step';
import { EVICTION, refused } from './drain-answers.ts';
import { type DrainTime, drainTime, START } from './drain-time.ts';

type Budget = ReturnType<Live['budgets']>[number];
type Node = ReturnType<Live['nodes']>[number];
type Pod = ReturnType<Live['pods']>[number];
type Workload = ReturnType<Live['workloads']>[number];

interface Start {
  readonly pods?: readonly Pod[];
  readonly nodes?: readonly Node[];
  readonly budgets?: readonly Budget[];
  readonly workloads?: readonly Workload[];
  /** How long a pod takes to stop, ms. */
  readonly stopsAfter?: number;
}

/**
 * A small cluster behind the Kubernetes port: evictions are answered as the real handler does (budget asked first, UID
 * compared), pods stop after a while, and a test says what else happens and when.
 */
export interface DrainWorld {
  pods: Pod[];
  nodes: Node[];
  budgets: Budget[];
  workloads: Workload[];
  readonly time: DrainTime;
  readonly messages: Message[];
  /** Every request but the opening of the stores: `evict default/web-1`, `patch old-1 …`. */
  readonly requests: string[];
  /** Answers to come, by `namespace/name` of the pod or by the request's first word; used up one after the other. */
  readonly script: Map<string, Answer<never>[]>;
  /** What follows when a pod has gone, for example its replacement. */
  whenGone: (pod: Pod) => void;
  readonly ports: StepPorts;
  slice(parts?: Partial<Slice>): Slice;
  replacePod(uid: string, change: (pod: Pod) => Pod): void;
}

const fullName = (it: { metadata: { namespace?: string; name: string } }) =>
  `${it.metadata.namespace}/${it.metadata.name}`;

export function drainWorld(start: Start): DrainWorld {
  const time = drainTime();
  const messages: Message[] = [];
  const world: DrainWorld = {
    pods: [...(start.pods ?? [])],
    nodes: [...(start.nodes ?? [])],
    budgets: [...(start.budgets ?? [])],
    workloads: [...(start.workloads ?? [])],
    time,
    messages,
    requests: [],
    script: new Map(),
    whenGone: () => {},
    ports: {
      kubernetes: {} as Kubernetes,
      eks: {} as StepPorts['eks'],
      ec2: {} as StepPorts['ec2'],
      time,
      notify: (it) => messages.push(it),
    },
    slice: (parts = {}) => ({
      token: '0123456789abcdef0123456789abcdef',
      scheduledAt: START,
      troubledSince: () => START,
      told: new Map(),
      waits: () => {},
      end: time.now() + 50_000,
      signal: new AbortController().signal,
      ...parts,
    }),
    replacePod(uid, change) {
      world.pods = world.pods.map((it) => (it.metadata.uid === uid ? change(it) : it));
    },
  };
  Object.assign(world.ports.kubernetes, kubernetesOf(world, start.stopsAfter ?? 1_000));
  return world;
}

function kubernetesOf(world: DrainWorld, stopsAfter: number): Partial<Kubernetes> {
  const live: Live = {
    pods: () => world.pods,
    nodes: () => world.nodes,
    budgets: () => world.budgets,
    workloads: () => world.workloads,
  };
  const asked = <T>(request: string, keys: readonly string[], answer: () => Answer<T>): Promise<Answer<T>> => {
    world.requests.push(request);
    const scripted = keys.map((key) => world.script.get(key)?.shift()).find((it) => it !== undefined);
    return Promise.resolve(scripted ?? answer());
  };
  return {
    live: () => Promise.resolve(world.script.get('live')?.shift() ?? value(live)),
    evictionVersion: () => Promise.resolve(value('policy/v1' as const)),
    listNodes: () => asked('list nodes', ['listNodes'], () => value(world.nodes)),
    listPods: (where) =>
      asked(`list pods ${where?.node}`, ['listPods'], () =>
        value(world.pods.filter((it) => !where?.node || it.spec.nodeName === where.node)),
      ),
    getNode: (name) => asked(`get ${name}`, ['getNode'], () => nodeNamed(world, name)),
    patchNode: (name, patch) => asked(`patch ${name}`, [name, 'patchNode'], () => patchNode(world, name, patch)),
    evict: (it) =>
      asked(`evict ${it.namespace}/${it.name}`, [`${it.namespace}/${it.name}`], () => evict(world, it, stopsAfter)),
  };
}

function nodeNamed(world: DrainWorld, name: string): Answer<Node> {
  const node = world.nodes.find((it) => it.metadata.name === name);
  return node ? value(node) : refused(404, 'NotFound', `nodes "${name}" not found`);
}

function patchNode(world: DrainWorld, name: string, patch: NodePatch): Answer<Node> {
  const found = nodeNamed(world, name);
  if (found.kind !== 'value') return found;
  const { resourceVersion } = found.value.metadata;
  if (patch.metadata?.resourceVersion !== resourceVersion)
    return refused(409, 'Conflict', 'the object has been modified');
  const node = merge(found.value, patch) as Node;
  const patched = { ...node, metadata: { ...node.metadata, resourceVersion: String(Number(resourceVersion) + 1) } };
  world.nodes = world.nodes.map((it) => (it.metadata.name === name ? patched : it));
  return value(patched);
}

/** RFC 7396. */
function merge(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const merged: Record<string, unknown> = { ...(typeof target === 'object' ? target : {}) };
  for (const [key, it] of Object.entries(patch)) {
    if (it === null) delete merged[key];
    else merged[key] = merge(merged[key], it);
  }
  return merged;
}

function evict(world: DrainWorld, eviction: Eviction, stopsAfter: number): Answer<'accepted'> {
  const pod = world.pods.find((it) => fullName(it) === `${eviction.namespace}/${eviction.name}`);
  if (!pod) return EVICTION.notFound;
  const running = pod.status.phase === 'Running' && !pod.metadata.deletionTimestamp;
  const covering = running ? world.budgets.filter((it) => coversByLabel(it, pod)) : [];
  if (covering.length > 1) return EVICTION.severalBudgets;
  const [budget] = covering;
  if (budget && budget.status.disruptionsAllowed < 1) return EVICTION.budget;
  if (budget) spend(world, budget, pod);
  if (pod.metadata.uid !== eviction.uid) return EVICTION.conflict;
  if (!pod.metadata.deletionTimestamp) terminate(world, pod, stopsAfter);
  return value('accepted');
}

const coversByLabel = (budget: Budget, pod: Pod): boolean =>
  budget.metadata.namespace === pod.metadata.namespace &&
  Object.entries(budget.spec.selector?.matchLabels ?? {}).every(([key, it]) => pod.metadata.labels?.[key] === it);

function spend(world: DrainWorld, budget: Budget, pod: Pod): void {
  const status = {
    ...budget.status,
    disruptionsAllowed: budget.status.disruptionsAllowed - 1,
    disruptedPods: { ...budget.status.disruptedPods, [pod.metadata.name]: new Date(world.time.now()).toISOString() },
  };
  changeBudget(world, budget, status);
}

/** Gives a budget a new status, and with it a new version. */
export function changeBudget(world: DrainWorld, budget: Budget, status: Partial<Budget['status']>): void {
  const { uid } = budget.metadata;
  world.budgets = world.budgets.map((it) =>
    it.metadata.uid === uid
      ? {
          ...it,
          metadata: { ...it.metadata, resourceVersion: String(Number(it.metadata.resourceVersion) + 1) },
          status: { ...it.status, ...status },
        }
      : it,
  );
}

function terminate(world: DrainWorld, pod: Pod, stopsAfter: number): void {
  const grace = (pod.spec.terminationGracePeriodSeconds ?? 30) * 1000;
  const deletionTimestamp = new Date(world.time.now() + grace).toISOString();
  world.replacePod(pod.metadata.uid, (it) => ({ ...it, metadata: { ...it.metadata, deletionTimestamp } }));
  if (pod.metadata.finalizers?.length || !Number.isFinite(stopsAfter)) return;
  world.time.after(stopsAfter, () => {
    world.pods = world.pods.filter((it) => it.metadata.uid !== pod.metadata.uid);
    world.whenGone(pod);
  });
}
