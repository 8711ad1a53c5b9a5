import type { Answer } from '#ports/answer';
import type { Twin } from '#twin/twin';
import type { Rehearsal } from './rehearsal.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' } as const;
const GROUP = 'eks.amazonaws.com/nodegroup';

interface NodeObject {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}

/** The names of a group's nodes. */
export const nodesOf = ({ twin }: Rehearsal, group: string): readonly string[] =>
  (twin.face.kubernetes.list(NODES).body as { items: readonly NodeObject[] }).items
    .filter(({ metadata }) => metadata.labels?.[GROUP] === group)
    .map(({ metadata }) => metadata.name);

/** `kubectl cordon` of all nodes of a group. */
export function cordon(run: Rehearsal, group: string): void {
  const body = { spec: { unschedulable: true } };
  for (const name of nodesOf(run, group))
    run.twin.others.kubernetes.patch({ ...NODES, name }, 'application/merge-patch+json', body);
}

/** `kubectl delete node` of all nodes of a group. */
export function loseNodes(run: Rehearsal, group: string): void {
  for (const name of nodesOf(run, group)) run.twin.others.kubernetes.remove({ ...NODES, name }, {});
}

/** `aws eks update-nodegroup-config`. */
export function resize({ twin }: Rehearsal, nodegroupName: string, desiredSize: number): void {
  twin.others.eks.updateNodegroupConfig({
    clusterName: 'ekstest',
    nodegroupName,
    scalingConfig: { minSize: desiredSize, maxSize: Math.max(1, desiredSize), desiredSize },
    clientRequestToken: 'somebody-else',
  });
}

/** `aws eks delete-nodegroup`. */
export function deleteGroup({ twin }: Rehearsal, nodegroupName: string): void {
  twin.others.eks.deleteNodegroup({ clusterName: 'ekstest', nodegroupName });
}

/** Does something once, when the run enters a state. */
export function once(run: Rehearsal, at: string, act: () => void): void {
  let isDone = false;
  run.meanwhile = (state) => {
    if (state !== at || isDone) return;
    isDone = true;
    act();
  };
}

/** Ports that answer a call otherwise than the twin: `answers` names the calls, `null` leaves it to the twin. */
export function otherwise(
  ports: Twin['ports'],
  answer: (call: string) => Exclude<Answer<never>, { readonly kind: 'value' }> | null,
): Twin['ports'] {
  const over = <P extends object>(port: P): P =>
    new Proxy(port, {
      get: (target, key) => {
        const own = Reflect.get(target, key) as unknown;
        if (typeof own !== 'function') return own;
        return (...args: readonly unknown[]) => {
          const other = key === 'close' ? null : answer(String(key));
          return other === null ? Reflect.apply(own, target, args) : Promise.resolve(other);
        };
      },
    });
  return { ...ports, eks: over(ports.eks), kubernetes: over(ports.kubernetes) };
}
