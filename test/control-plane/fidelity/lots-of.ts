import type { Played } from './side.ts';
import type { Lots } from './twin-side.ts';

/** Where the pods went that a step made: what the other side may choose when all is the same to it. Each place is given out once. */
export function lotsOf(played: readonly Played[]): { readonly lots: Lots; readonly step: (index: number) => void } {
  let places = new Map<string, string[]>();
  const take = (key: string, nodes: readonly string[]): string | undefined => {
    const left = places.get(key) ?? [];
    const index = left.findIndex((it) => nodes.includes(it));
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  return {
    lots: ({ name, workload }, nodes) => take(name, nodes) ?? take(workload, nodes),
    step: (index) => {
      places = newPlaces(played[index - 1], played[index]);
    },
  };
}

function newPlaces(before: Played | undefined, after: Played | undefined): Map<string, string[]> {
  const bound = new Set((before?.pods ?? []).filter((it) => it.node !== null).map((it) => it.uid));
  const places = new Map<string, string[]>();
  for (const { uid, node, owner, name, workload } of after?.pods ?? []) {
    if (node === null || bound.has(uid)) continue;
    const key = owner === 'ReplicaSet' || owner === 'DaemonSet' ? workload : name;
    places.set(key, [...(places.get(key) ?? []), node]);
  }
  return places;
}
