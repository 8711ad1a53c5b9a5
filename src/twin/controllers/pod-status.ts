import type { Condition, PodObject } from '../model/object.ts';

/** The status that a kubelet writes for a pod whose containers run, ready or not yet, since `at` (RFC 3339). */
export function runningStatus(
  pod: PodObject,
  it: { readonly isReady: boolean; readonly at: string; readonly address: string; readonly hostAddress: string },
): PodObject['status'] {
  return {
    ...pod.status,
    phase: 'Running',
    conditions: conditions(pod, it.isReady, it.at),
    hostIP: it.hostAddress,
    podIP: it.address,
    podIPs: [{ ip: it.address }],
    startTime: pod.status.startTime ?? it.at,
    containerStatuses: containerStatuses(pod, it.isReady, it.at),
  } as PodObject['status'];
}

interface ContainerStatus {
  readonly name: string;
  readonly state: object;
}

function containerStatuses(pod: PodObject, ready: boolean, at: string): readonly ContainerStatus[] {
  const before = (pod.status as { readonly containerStatuses?: readonly ContainerStatus[] }).containerStatuses ?? [];
  return pod.spec.containers.map(({ name, image }) => ({
    name,
    state: before.find((it) => it.name === name)?.state ?? { running: { startedAt: at } },
    lastState: {},
    ready,
    restartCount: 0,
    image: image ?? '',
    imageID: '',
    started: true,
  }));
}

function conditions(pod: PodObject, ready: boolean, at: string): readonly Condition[] {
  const before = new Map((pod.status.conditions ?? []).map((it) => [it.type, it]));
  const wanted = { Initialized: true, Ready: ready, ContainersReady: ready, PodScheduled: true };
  return Object.entries(wanted).map(([type, is]) => {
    const status = is ? ('True' as const) : ('False' as const);
    const known = before.get(type);
    if (known?.status === status) return known;
    const why = is
      ? {}
      : {
          reason: 'ContainersNotReady',
          message: `containers with unready status: [${pod.spec.containers.map((it) => it.name).join(' ')}]`,
        };
    return { type, status, lastTransitionTime: at, ...why };
  });
}
