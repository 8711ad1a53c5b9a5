import type { KubernetesFace } from '#twin/api/face';
import { openTwin } from '#twin/twin';
import { ekstest } from '../../builders/ekstest.ts';
import { kindOf } from './object-paths.ts';
import { type Served, seenOf } from './seen.ts';
import { answerOf, type Side } from './side.ts';
import { type SmallWorld, WORKLOAD } from './small-world.ts';
import { TIMES } from './times.ts';

/** More than anything in a small world takes, ms. */
const LONG = 300_000;
/** About the time from one eviction to the next, ms. */
const BETWEEN = 100;

/** Which of several equally good nodes a pod gets; undefined: no opinion. */
export type Lots = (
  pod: { readonly name: string; readonly workload: string },
  nodes: readonly string[],
) => string | undefined;

/** A world on the twin. `minor` is the version of its API server: `1.36`. */
export function openTwinSide(world: SmallWorld, minor: string, lots: Lots): Side {
  const twin = openTwin(
    ekstest((draft) => {
      draft.name = world.name;
      draft.settled = false;
      Object.assign(draft.durations, TIMES);
      draft.cluster.version = minor;
      Object.assign(draft.versions, {
        [minor]: { apiServer: `v${minor}.0`, kubelet: `v${minor}.0`, releaseVersion: minor },
      });
      Object.assign(draft, { nodegroups: [], nodes: [], addons: [], launchTemplates: [] });
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: world.name } };
      draft.objects = [namespace, ...structuredClone(world.nodes)] as never;
    }),
  );
  twin.drawLots((pod, nodes) => {
    const workload = pod.metadata.labels?.[WORKLOAD] ?? '';
    return lots({ name: pod.metadata.name, workload }, nodes) ?? nodes[0];
  });
  const { kubernetes } = twin.face;
  const look = () => {
    const list = (group: string, resource: string) =>
      (kubernetes.list({ group, version: 'v1', resource, namespace: world.name }).body as { items: readonly Served[] })
        .items;
    return seenOf(list('', 'pods'), list('policy', 'poddisruptionbudgets'), world.nodes.length);
  };
  const reasons = new Map<string, readonly string[]>();
  return {
    apply: async (objects) => {
      for (const it of objects) {
        const [group, resource] = kindOf(it.kind);
        const { namespace } = it.metadata;
        const where = { group, version: 'v1', resource, ...(namespace !== undefined && { namespace }) };
        const made = kubernetes.create(where, structuredClone(it));
        if (made.status >= 300) throw new RangeError(`the twin refused ${it.kind}: ${JSON.stringify(made.body)}`);
      }
    },
    cordon: async (name, isClosed) => {
      const body = { spec: { unschedulable: isClosed ? true : null } };
      kubernetes.patch({ group: '', version: 'v1', resource: 'nodes', name }, 'application/merge-patch+json', body);
    },
    evict: async (name) => {
      const answer = evict(kubernetes, world.name, name);
      twin.time.tick(twin.time.now() + BETWEEN);
      return answer;
    },
    rest: async () => {
      twin.time.tick(twin.time.now() + LONG);
      const seen = look();
      lookAgain(kubernetes, world);
      twin.time.tick(twin.time.now() + LONG);
      for (const { uid, pending } of [...seen.pods, ...look().pods])
        if (pending !== null) reasons.set(uid, [...(reasons.get(uid) ?? []), pending]);
      return { ...seen, pods: seen.pods.map((it) => ({ ...it, pendingElse: reasons.get(it.uid) ?? [] })) };
    },
  };
}

function evict(kubernetes: KubernetesFace, namespace: string, name: string) {
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  const { status, body: answer } = kubernetes.evict({ namespace, name }, body, false);
  if (status < 300) return answerOf(name, { status });
  const { reason, message, details } = answer as {
    readonly reason?: string;
    readonly message?: string;
    readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
  };
  return answerOf(name, { status, reason: reason ?? '', message: message ?? '', causes: details?.causes ?? [] });
}

/** Lets the scheduler look at what waits: something about a node has changed. */
function lookAgain(kubernetes: KubernetesFace, { nodes: [first] }: SmallWorld): void {
  const name = first?.metadata.name ?? '';
  const now = kubernetes.resourceVersion();
  const body = { metadata: { annotations: { 'fidelity.test/look': now } } };
  kubernetes.patch({ group: '', version: 'v1', resource: 'nodes', name }, 'application/merge-patch+json', body);
}
