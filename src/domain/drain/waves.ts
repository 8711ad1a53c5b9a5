import type { Pod } from '#domain/kubernetes/pod';
import { podName } from './pod-facts.ts';

/** Pods that others need leave last: one wave after the other is gone. */
export const WAVES = ['ordinary', 'system-cluster-critical', 'system-node-critical'] as const;

/** How long a wave may hold up the next, ms. Then the next begins as well, so that one stuck pod does not starve the rest. */
export const WAVE_LIMIT = 20 * 60_000;

/** Index into `WAVES`. */
export const waveOf = (pod: Pod): number =>
  Math.max(0, WAVES.indexOf(pod.spec.priorityClassName as (typeof WAVES)[number]));

/** The last wave that may leave now: the lowest that is still there, and one more for each limit gone by. */
export function openWave(pods: readonly Pod[], drainingForMs: number): number {
  const lowest = Math.min(...pods.map(waveOf));
  return Math.min(WAVES.length - 1, lowest + Math.floor(Math.max(0, drainingForMs) / WAVE_LIMIT));
}

/** In the order they leave: by wave, then by name, so that the same world gives the same actions. */
export const inOrder = (pods: readonly Pod[]): readonly Pod[] =>
  [...pods].sort((a, b) => waveOf(a) - waveOf(b) || (podName(a) < podName(b) ? -1 : 1));
