import type { Eks } from '#ports/eks';
import type { Kubernetes } from '#ports/kubernetes';
import type { LeaseGuard } from './lease-guard.ts';

interface Ports {
  readonly eks: Eks;
  readonly kubernetes: Kubernetes;
}

/** The calls that change something. */
const ACTS = {
  eks: ['updateClusterVersion', 'createNodegroup', 'resizeNodegroup', 'deleteNodegroup', 'updateAddon'],
  kubernetes: ['patchNode', 'evict'],
} as const satisfies { readonly [Name in keyof Ports]: readonly (keyof Ports[Name])[] };

interface Fences {
  /** Throws when another runner has gone on with this log. */
  readonly ensureOurs: () => Promise<void>;
  /** Throws when the cluster is not held for this run and this log. */
  readonly lease: Pick<LeaseGuard, 'ensureHeld' | 'mark'>;
}

/**
 * The same ports, but nothing is changed through them before both fences were asked: the log, by which the runners of one
 * folder exclude each other, and the Lease, by which copies of the folder and other runs do. The log is asked last: a
 * runner may have been stopped while it looked at the Lease.
 */
export function fenced<P extends Ports>(ports: P, fences: Fences): P {
  const { eks, kubernetes } = ports;
  return {
    ...ports,
    // EKS carries its changes out to the end, whoever asked for them.
    eks: { ...eks, ...behind(eks, ACTS.eks, true, fences) },
    kubernetes: {
      ...kubernetes,
      ...behind(kubernetes, ACTS.kubernetes, false, fences),
      ...leaseCalls(kubernetes, fences),
    },
  };
}

type Call = (...parameters: readonly unknown[]) => Promise<unknown>;

function behind<P extends object>(
  port: P,
  acts: readonly (keyof P)[],
  lasting: boolean,
  { ensureOurs, lease }: Fences,
): Partial<P> {
  const guarded = (act: keyof P): Call => {
    return async (...parameters) => {
      const unheld = await lease.ensureHeld(lasting, ensureOurs);
      if (unheld !== null) return unheld;
      await ensureOurs();
      return (port[act] as Call)(...parameters);
    };
  };
  return Object.fromEntries(acts.map((act) => [act, guarded(act)])) as Partial<P>;
}

/** The Lease is made with our mark, and given back only while it is ours: a copy of the log that was left behind must not free the cluster. */
function leaseCalls(
  kubernetes: Kubernetes,
  { ensureOurs, lease }: Fences,
): Pick<Kubernetes, 'createLease' | 'markLease' | 'deleteLease'> {
  return {
    createLease: async ({ annotations, ...content }) => {
      const mark = await lease.mark();
      await ensureOurs();
      return kubernetes.createLease({ ...content, annotations: { ...annotations, ...mark } });
    },
    markLease: async (mark) => {
      await ensureOurs();
      return kubernetes.markLease(mark);
    },
    deleteLease: async (it) => {
      const unheld = await lease.ensureHeld(true, ensureOurs);
      if (unheld !== null) return unheld;
      await ensureOurs();
      return kubernetes.deleteLease(it);
    },
  };
}
