import type { SeenPod } from './seen-pod.ts';

/** How long the steps in the life of a pod take, ms; Infinity for what never comes. */
export interface PodTimes {
  /** From the moment it is bound until its containers run. */
  readonly start: number;
  /** From then until they are ready. */
  readonly ready: number;
  /** From the order to stop until nothing of it runs. */
  readonly stop: number;
  /** From ready to the end of its work; Infinity for a pod that goes on. */
  readonly run: number;
}

/** The times of a pod: its annotations `kubelet.test/…` come before the usual ones. Work of a Job is done at once unless it says otherwise. */
export function timesOf(pod: SeenPod, usual: Pick<PodTimes, 'start' | 'ready' | 'stop'>): PodTimes {
  const text = (key: string) => pod.metadata.annotations?.[`kubelet.test/${key}`];
  const given = (key: string) => durationOf(text(key));
  const isNever = (key: string) => text(`never-${key}`) === 'true';
  return {
    start: given('start') ?? usual.start,
    ready: isNever('ready') ? Number.POSITIVE_INFINITY : (given('ready') ?? usual.ready),
    stop: isNever('finishes') ? Number.POSITIVE_INFINITY : (given('stop') ?? usual.stop),
    run: mayEnd(pod) ? (given('runs') ?? usualRun(pod)) : Number.POSITIVE_INFINITY,
  };
}

const mayEnd = (pod: SeenPod): boolean => (pod.spec.restartPolicy ?? 'Always') !== 'Always';

const usualRun = (pod: SeenPod): number =>
  pod.metadata.ownerReferences?.some((it) => it.kind === 'Job' && it.controller) ? 0 : Number.POSITIVE_INFINITY;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** `4s`, `500ms`, `2m` in milliseconds; undefined for anything else. */
export function durationOf(text: string | undefined): number | undefined {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text ?? '');
  return parts === null ? undefined : Number(parts[1]) * (UNITS[parts[2] as string] as number);
}
