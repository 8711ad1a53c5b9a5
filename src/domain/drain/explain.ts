import type { Node } from '#domain/kubernetes/node';
import type { Pod } from '#domain/kubernetes/pod';
import type { DrainCode } from '#errors/catalogue/catalogue';

/** The kubelet kills at the end of the grace and tells it a moment later, ms. */
const USUALLY_LATE = 5_000;

export interface Lingering {
  readonly code: Extract<
    DrainCode,
    'TERMINATING_GRACE' | 'TERMINATING_FINALIZER' | 'TERMINATING_UNREACHABLE' | 'TERMINATING_LATE'
  >;
  readonly why: string;
  readonly endsWhen: string;
  /** Past its grace for longer than the runbook allows: then the run parks; nothing is forced. */
  readonly stuck: boolean;
  /** When time alone makes it something else; instant, ms, UTC. */
  readonly changesAt: number;
}

/** Why a terminating pod is still there. `deletionTimestamp` is the end of its grace, not its beginning; `stuckAfter` in ms from there. */
export function explainLingering(pod: Pod, node: Node | undefined, now: number, stuckAfter: number): Lingering {
  const end = Date.parse(pod.metadata.deletionTimestamp ?? '');
  const over = now - end;
  const late = { stuck: false, changesAt: end + USUALLY_LATE + 1 };
  if (over <= 0) return { ...running(pod, -over), ...late };
  const since = `its grace ended ${Math.round(over / 1000)} s ago`;
  if (over <= USUALLY_LATE) return { ...stopping(since), ...late };
  return { ...pastGrace(pod, node, since), stuck: over > stuckAfter, changesAt: end + stuckAfter + 1 };
}

type Reason = Omit<Lingering, 'stuck' | 'changesAt'>;

const stopping = (since: string): Reason => ({
  code: 'TERMINATING_GRACE',
  why: `${since}, it is still stopping`,
  endsWhen: 'its containers stop',
});

function running(pod: Pod, left: number): Reason {
  const grace = pod.metadata.deletionGracePeriodSeconds;
  const of = grace === undefined ? '' : ` of ${grace}`;
  const why = `it is terminating, ${Math.ceil(left / 1000)}${of} s of grace left`;
  return { code: 'TERMINATING_GRACE', why, endsWhen: 'its containers stop' };
}

function pastGrace(pod: Pod, node: Node | undefined, since: string): Reason {
  const finalizers = pod.metadata.finalizers ?? [];
  const held = finalizers.length === 0 ? '' : `, finalizers hold it: ${finalizers.join(', ')}`;
  const ready = node?.status.conditions?.find((it) => it.type === 'Ready');
  const isHeard = ready?.status === 'True' || isStopped(pod);
  if (held !== '' && isHeard)
    return {
      code: 'TERMINATING_FINALIZER',
      why: `${since}${held}`,
      endsWhen: 'the owners of the finalizers remove them',
    };
  if (!isHeard) {
    const words = node ? `is not ready (${ready?.reason ?? 'no condition'})` : 'is gone';
    const why = `${since}${held}, and node ${pod.spec.nodeName} ${words}: no kubelet can confirm the stop`;
    return { code: 'TERMINATING_UNREACHABLE', why, endsWhen: 'the node answers again or its instance is ended' };
  }
  const why = `${since}, the kubelet has not confirmed the stop: a container or a volume does not let go`;
  return { code: 'TERMINATING_LATE', why, endsWhen: 'the kubelet confirms the stop' };
}

/** A pod that has ended, or that its kubelet has let go of: then the grace is 0, and only finalizers keep the object. */
const isStopped = ({ metadata, status }: Pod): boolean =>
  status.phase === 'Succeeded' || status.phase === 'Failed' || metadata.deletionGracePeriodSeconds === 0;
