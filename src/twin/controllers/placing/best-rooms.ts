import type { PodObject } from '../../model/object.ts';
import { discouragements } from '../../model/taints.ts';
import { preferenceFor } from '../node-affinity.ts';
import { type NodeRoom, type Requests, requestsOf } from '../node-rooms.ts';
import type { Neighbours } from './neighbours.ts';
import { shares } from './scaled.ts';
import type { Spread } from './spread.ts';

/** How much each opinion counts (https://kubernetes.io/docs/reference/scheduling/config/#scheduling-plugins, weights of the default profile). */
const WEIGHTS = { room: 1, balance: 1, taints: 3, affinity: 2, spread: 2, neighbours: 2 } as const;

/** The nodes that the scheduler likes best for a pod, among those that fit; several when it makes no difference. */
export function bestRooms(
  fitting: readonly NodeRoom[],
  pod: PodObject,
  spread: Spread,
  neighbours: Neighbours,
): readonly NodeRoom[] {
  if (fitting.length < 2) return fitting;
  const request = requestsOf(pod);
  const { spec } = pod;
  const opinions: (readonly [number, readonly number[] | undefined])[] = [
    [WEIGHTS.room, fitting.map((it) => freeShare(it, request))],
    [WEIGHTS.balance, request.cpu + request.memory > 0 ? fitting.map((it) => balance(it, request)) : undefined],
    [WEIGHTS.taints, shares(fitting.map((it) => discouragements(it.node, spec.tolerations))).map((it) => 100 - it)],
    [WEIGHTS.affinity, shares(fitting.map((it) => preferenceFor(spec, it.node)))],
    [WEIGHTS.spread, spread.scores(fitting)],
    [WEIGHTS.neighbours, neighbours.scores(fitting)],
  ];
  const totals = fitting.map((_, index) =>
    opinions.reduce((sum, [weight, scores]) => sum + weight * (scores?.[index] ?? 0), 0),
  );
  const most = Math.max(...totals);
  return fitting.filter((_, index) => totals[index] === most);
}

/** What is left of cores and memory, on average, 0–100. */
function freeShare(room: NodeRoom, request: Requests): number {
  const cpu = free(room.assumedCpu + request.assumedCpu, room.mostCpu);
  const memory = free(room.assumedMemory + request.assumedMemory, room.mostMemory);
  return Math.trunc((cpu + memory) / 2);
}

function free(taken: number, most: number): number {
  if (most === Number.POSITIVE_INFINITY) return 100;
  return most === 0 || taken > most ? 0 : Math.trunc(((most - taken) * 100) / most);
}

/** Whether cores and memory are taken more evenly (up to 100) or less (down to 50) with the pod than without, as from 1.36 on. */
function balance(room: NodeRoom, request: Requests): number {
  const after = evenness((room.cpu + request.cpu) / room.mostCpu, (room.memory + request.memory) / room.mostMemory);
  const before = evenness(room.cpu / room.mostCpu, room.memory / room.mostMemory);
  return 50 + Math.trunc((50 + after - before) / 2);
}

const evenness = (cpu: number, memory: number): number =>
  Math.trunc((1 - Math.abs((Math.min(1, cpu) - Math.min(1, memory)) / 2)) * 100);
