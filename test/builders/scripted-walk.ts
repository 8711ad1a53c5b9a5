import type { WalkedTwin } from '#plan/walk';
import type { Kubernetes, Node, Pod, Workload } from '#ports/kubernetes';
import { again, done, type Slice, type StepPorts } from '#steps/step';
import type { StepName, Steps } from '#steps/table';
import { Journal } from '#twin/journal';
import { TwinTime } from '#twin/time';

const ZONE = 'topology.kubernetes.io/zone';
const GROUP = 'eks.amazonaws.com/nodegroup';
export const START = Date.parse('2021-11-09T08:30:38Z');

/** What a scripted step does: takes its time, writes, changes the world, and answers. */
export interface Script {
  readonly takesMs?: number;
  readonly writes?: readonly {
    readonly operation: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly status?: number;
  }[];
  readonly moves?: () => void;
  readonly output?: unknown;
  readonly throws?: Error;
}

export interface Lists {
  nodes: Node[];
  pods: Pod[];
  workloads: Workload[];
}

/** A twin that only lists what it is given. */
export function scriptedTwin(lists: Lists): WalkedTwin & { readonly journal: Journal } {
  const answer = <T>(value: readonly T[]) => Promise.resolve({ kind: 'value' as const, value: [...value] });
  const kubernetes = {
    listNodes: () => answer(lists.nodes),
    listPods: () => answer(lists.pods),
    listWorkloads: () => answer(lists.workloads),
  } as Partial<Kubernetes> as Kubernetes;
  const ports = { kubernetes, eks: {}, ec2: {} } as unknown as WalkedTwin['ports'];
  return { time: new TwinTime(START), ports, journal: new Journal() };
}

/** A table of steps: each does what its next script says (a list is used up one after another, the last one stays). */
export function scriptedSteps(journal: Journal, given: Partial<Record<StepName, Script | readonly Script[]>>): Steps {
  const uses = new Map<string, number>();
  const scripts = new Map<string, Script>();
  const scriptOf = (name: string): Script => {
    const it = given[name as StepName] ?? {};
    if (!Array.isArray(it)) return it as Script;
    const use = uses.get(name) ?? 0;
    uses.set(name, use + 1);
    return it[Math.min(use, it.length - 1)] as Script;
  };
  const handler = {
    get: (_: object, name: string) => ({
      describe: (input: Readonly<Record<string, unknown>>) =>
        `${name} ${String(input.group ?? input.node ?? input.cluster ?? '')}`.trim(),
      run: async (_: unknown, { time }: StepPorts, { token, scheduledAt, end }: Slice) => {
        const script = scripts.get(token) ?? scriptOf(name);
        const isNew = !scripts.has(token);
        scripts.set(token, script);
        const { takesMs = 0, writes = [], moves, output = {}, throws } = script;
        if (isNew)
          for (const { status = 200, ...write } of writes)
            journal.add({ at: time.now(), kind: 'write', status, ...write });
        const over = Math.min(scheduledAt + takesMs, end);
        while (time.now() < over) await time.until(over);
        if (time.now() < scheduledAt + takesMs)
          return again({ what: name, since: scheduledAt, endsWhen: 'its time is over' });
        if (throws) throw throws;
        moves?.();
        return done(output);
      },
    }),
  };
  return new Proxy({}, handler) as unknown as Steps;
}

export const aNode = (name: string, group: string, zone: string): Node => ({
  metadata: {
    name,
    uid: name,
    resourceVersion: '1',
    creationTimestamp: '2021-11-01T00:00:00Z',
    labels: { [GROUP]: group, [ZONE]: zone },
  },
  spec: {},
  status: { nodeInfo: { kubeletVersion: 'v1.20.11-eks-f17b81' } },
});

export const aPod = (
  name: string,
  node: string,
  owner: { readonly kind: string; readonly name: string; readonly uid?: string } | null,
): Pod => ({
  metadata: {
    name,
    namespace: 'default',
    uid: `${name}@${node}`,
    resourceVersion: '1',
    creationTimestamp: '2021-11-01T00:00:00Z',
    ...(owner
      ? {
          ownerReferences: [
            {
              apiVersion: 'apps/v1',
              controller: true,
              uid: owner.uid ?? owner.name,
              kind: owner.kind,
              name: owner.name,
            },
          ],
        }
      : {}),
  },
  spec: { nodeName: node, containers: [{ name: 'app' }] },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
});
