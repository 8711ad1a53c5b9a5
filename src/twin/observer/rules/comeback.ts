import { controllerOf, type PodObject, type WorkloadObject } from '../../model/object.ts';
import type { World } from '../../model/world.ts';
import { holderOf } from '../marks.ts';
import { FINE, type Rule, wrong } from '../rule.ts';

/** The pods that have left a node, and the workloads that have to be back before the next node. */
interface Leaving {
  readonly run: string | null;
  readonly node: string;
  /** UIDs with their names. */
  readonly pods: Map<string, { readonly namespace: string | undefined; readonly name: string }>;
  /** Workloads of the node by UID, with their ready pods before the first eviction from it. */
  readonly before: Map<string, { readonly workload: WorkloadObject; readonly ready: number }>;
  isBack: boolean;
}

/** The first pod of the next node leaves only after the workloads of the node before were ready again, all at one moment. */
export function comeback(world: World): Rule {
  let leaving: Leaving | null = null;
  const look = (): void => {
    if (leaving !== null && !leaving.isBack) leaving.isBack = lacking(world, leaving) === null;
  };
  return {
    name: 'comeback',
    settled: look,
    judge: ({ operation, namespace, name = '' }) => {
      const pod = operation === 'k8s:evict pods' ? world.store.get('pods', namespace, name) : undefined;
      const node = pod?.spec.nodeName;
      if (pod === undefined || node === undefined) return FINE;
      const early = leaving !== null && isNext(leaving, node, world) ? whatIsMissing(world, leaving, node) : [];
      if (leaving === null || isNext(leaving, node, world) || leaving.run !== holderOf(world))
        leaving = begin(world, node);
      note(leaving, pod);
      return wrong(early);
    },
  };
}

const isNext = ({ node, run }: Leaving, next: string, world: World): boolean =>
  node !== next && run === holderOf(world);

function begin(world: World, node: string): Leaving {
  const before: Leaving['before'] = new Map();
  for (const pod of world.store.podsOnNode(node)) {
    const workload = workloadOf(world, pod);
    if (workload) before.set(workload.metadata.uid, { workload, ready: readyIn(workload) });
  }
  return { run: holderOf(world), node, pods: new Map(), before, isBack: false };
}

function note(leaving: Leaving, { metadata: { uid, namespace, name } }: PodObject): void {
  leaving.isBack = false;
  leaving.pods.set(uid, { namespace, name });
}

function whatIsMissing(world: World, leaving: Leaving, next: string): readonly string[] {
  const why = leaving.isBack ? null : lacking(world, leaving);
  return why === null ? [] : [`node ${next} is emptied after ${leaving.node} although ${why}`];
}

/** The first thing that has not come back; null when nothing lacks. */
function lacking(world: World, { pods, before }: Leaving): string | null {
  for (const [uid, { namespace, name }] of pods)
    if (world.store.get('pods', namespace, name)?.metadata.uid === uid) return `pod ${namespace}/${name} has not left`;
  for (const { workload, ready } of before.values()) {
    const now = sameNow(world, workload);
    if (now === undefined) continue;
    const wanted = Math.min(ready, now.spec.replicas ?? 1);
    if (readyIn(now) < wanted) return `${now.kind} ${now.metadata.name} has ${readyIn(now)} of ${wanted} ready`;
  }
  return null;
}

const readyIn = ({ status }: WorkloadObject): number => status.readyReplicas ?? 0;

function sameNow(world: World, { kind, metadata }: WorkloadObject): WorkloadObject | undefined {
  const found = world.store.get(KINDS[kind] as 'apps/deployments', metadata.namespace, metadata.name);
  return found?.metadata.uid === metadata.uid ? found : undefined;
}

const KINDS: Readonly<Record<string, string>> = {
  Deployment: 'apps/deployments',
  ReplicaSet: 'apps/replicasets',
  StatefulSet: 'apps/statefulsets',
};

/** The Deployment, StatefulSet or bare ReplicaSet that brings the pod back. */
function workloadOf(world: World, object: PodObject | WorkloadObject): WorkloadObject | undefined {
  const owner = controllerOf(object);
  const kind = owner && KINDS[owner.kind];
  const found = kind && world.store.get(kind as 'apps/deployments', object.metadata.namespace, owner.name);
  if (!found || found.metadata.uid !== owner?.uid) return undefined;
  return workloadOf(world, found) ?? found;
}
