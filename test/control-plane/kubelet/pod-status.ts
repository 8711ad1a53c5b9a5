import { type Act, gatesAreOpen, opensGates } from './next-act.ts';
import type { PodCondition, SeenContainer, SeenPod } from './seen-pod.ts';

export interface Place {
  /** Of the pod. */
  readonly podIP: string;
  /** Of its node. */
  readonly hostIP: string;
  /** RFC 3339 in whole seconds. */
  readonly at: string;
}

/** The status that a kubelet writes when it has done `act`, as a strategic merge patch: conditions merge by type. */
export function statusAfter(act: Exclude<Act, 'remove'>, pod: SeenPod, place: Place): object {
  const { at, podIP, hostIP } = place;
  const startTime = pod.status.startTime ?? at;
  if (act === 'prepare')
    return {
      phase: 'Pending',
      hostIP,
      startTime,
      conditions: conditionsOf(act, pod, at),
      ...waitingContainers(pod, at),
    };
  const phase = act === 'complete' ? 'Succeeded' : act === 'unready' ? (pod.status.phase ?? 'Running') : 'Running';
  return {
    phase,
    hostIP,
    podIP,
    podIPs: [{ ip: podIP }],
    startTime,
    conditions: conditionsOf(act, pod, at),
    ...ranContainers(act, pod, at),
  };
}

function conditionsOf(act: Act, pod: SeenPod, at: string): readonly PodCondition[] {
  const isReady = act === 'ready';
  const names = pod.spec.containers.map((it) => it.name).join(' ');
  const notReady = { reason: 'ContainersNotReady', message: `containers with unready status: [${names}]` };
  const unready = act === 'complete' ? { reason: 'PodCompleted' } : notReady;
  const gated = { reason: 'ReadinessGatesNotReady', message: 'a condition of a readiness gate is not True' };
  return [
    condition('Initialized', act !== 'prepare', act === 'prepare' ? { reason: 'ContainersNotInitialized' } : {}),
    condition('ContainersReady', isReady, isReady ? {} : unready),
    condition('Ready', isReady && gatesAreOpen(pod), isReady ? (gatesAreOpen(pod) ? {} : gated) : unready),
    ...(opensGates(pod) ? (pod.spec.readinessGates ?? []).map((it) => condition(it.conditionType, isReady, {})) : []),
  ].map((it) => withTransition(pod, it, at));
}

const condition = (type: string, is: boolean, why: Pick<PodCondition, 'reason' | 'message'>) => ({
  type,
  status: is ? ('True' as const) : ('False' as const),
  // A merge keeps what it does not name: an old reason has to be taken away by name.
  reason: why.reason ?? null,
  message: why.message ?? null,
});

type Named = ReturnType<typeof condition>;

function withTransition(pod: SeenPod, it: Named, at: string): PodCondition {
  const before = pod.status.conditions?.find((known) => known.type === it.type);
  const lastTransitionTime = before?.status === it.status ? (before.lastTransitionTime ?? at) : at;
  return { ...it, lastTransitionTime } as unknown as PodCondition;
}

function waitingContainers(pod: SeenPod, at: string): object {
  const waiting = (reason: string) => ({ waiting: { reason } });
  const [first] = pod.spec.initContainers ?? [];
  return {
    initContainerStatuses: (pod.spec.initContainers ?? []).map((it) =>
      containerStatus(it, { ready: false, state: it === first ? running(at) : waiting('PodInitializing') }),
    ),
    containerStatuses: pod.spec.containers.map((it) =>
      containerStatus(it, { ready: false, state: waiting('PodInitializing') }),
    ),
  };
}

function ranContainers(act: Act, pod: SeenPod, at: string): object {
  const ready = act === 'ready';
  const inits = pod.spec.initContainers ?? [];
  const state = act === 'complete' ? done(at) : undefined;
  return {
    ...(inits.length > 0 && {
      initContainerStatuses: inits.map((it) =>
        it.restartPolicy === 'Always'
          ? containerStatus(it, { ready: act !== 'complete', state: state ?? running(pod.status.startTime ?? at) })
          : containerStatus(it, { ready: true, state: done(pod.status.startTime ?? at) }),
      ),
    }),
    containerStatuses: pod.spec.containers.map((it) =>
      containerStatus(it, { ready, state: state ?? startedBefore(pod, it) ?? running(at) }),
    ),
  };
}

const running = (at: string) => ({ running: { startedAt: at } });
const done = (at: string) => ({ terminated: { exitCode: 0, reason: 'Completed', startedAt: at, finishedAt: at } });

function startedBefore(pod: SeenPod, { name }: SeenContainer): object | undefined {
  const state = pod.status.containerStatuses?.find((it) => it.name === name)?.state;
  return state !== undefined && 'running' in state ? state : undefined;
}

const containerStatus = (it: SeenContainer, more: { readonly ready: boolean; readonly state: object }) => ({
  name: it.name,
  image: it.image ?? '',
  imageID: '',
  restartCount: 0,
  lastState: {},
  started: !('waiting' in more.state) && !('terminated' in more.state),
  ...more,
});
