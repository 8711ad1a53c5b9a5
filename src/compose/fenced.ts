import { sentInTime } from '#adapters/clock/sent-in-time';
import type { Eks } from '#ports/eks';
import type { Kubernetes, LeaseContent } from '#ports/kubernetes';
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
  readonly lease: Pick<LeaseGuard, 'ensureHeld' | 'mark' | 'version'>;
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
      await oursNow(ensureOurs);
      return (port[act] as Call)(...parameters);
    };
  };
  return Object.fromEntries(acts.map((act) => [act, guarded(act)])) as Partial<P>;
}

/** The Lease is made and taken with our mark, and given back only while it is ours: a copy of the log that was left behind must not free the cluster. */
function leaseCalls(
  kubernetes: Kubernetes,
  { ensureOurs, lease }: Fences,
): Pick<Kubernetes, 'createLease' | 'markLease' | 'takeLease' | 'releaseLease'> {
  const marked = async <C extends LeaseContent>(content: C): Promise<C> => {
    const annotations = { ...content.annotations, ...(await lease.mark()) };
    await oursNow(ensureOurs);
    return { ...content, annotations };
  };
  return {
    createLease: async (content) => kubernetes.createLease(await marked(content)),
    takeLease: async (content) => kubernetes.takeLease(await marked(content)),
    markLease: async (mark) => {
      await oursNow(ensureOurs);
      return kubernetes.markLease(mark);
    },
    releaseLease: async (it) => {
      const unheld = await lease.ensureHeld(true, ensureOurs);
      if (unheld !== null) return unheld;
      await oursNow(ensureOurs);
      // To mark it was to change it: the version that the step has read is old then.
      return kubernetes.releaseLease({ ...it, resourceVersion: lease.version() });
    },
  };
}

/**
 * Asks until the answer is fresh: what was read before the process was stopped is heard only when it wakes up. From here to
 * the wire the adapters reckon anew.
 */
async function oursNow(ensureOurs: Fences['ensureOurs']): Promise<void> {
  for (let isFresh = () => false; !isFresh(); ) {
    isFresh = sentInTime();
    await ensureOurs();
  }
}
