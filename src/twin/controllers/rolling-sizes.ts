import type { Rollout } from '../model/object.ts';

export interface SetSize {
  readonly wanted: number;
  readonly exist: number;
  readonly ready: number;
}

/**
 * How large the sets of a Deployment have to be now, as the deployment controller does it
 * (https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy).
 */
export function rollingSizes(
  desired: number,
  strategy: Rollout | undefined,
  newest: SetSize,
  old: readonly SetSize[],
): { readonly newest: number; readonly old: readonly number[] } {
  if (old.every((it) => it.wanted === 0 && it.exist === 0)) return { newest: desired, old: old.map(() => 0) };
  if (strategy?.type === 'Recreate') return { newest: 0, old: old.map(() => 0) };
  const { surge, unavailable } = rolloutRoom(desired, strategy);
  const others = sum(old.map((it) => it.wanted));
  const grown = Math.max(newest.wanted, Math.min(desired, desired + surge - others));
  return { newest: Math.min(grown, desired), old: shrink(old, newest, desired - unavailable) };
}

/** Old sets give up as many pods as the rest can do without; a ReplicaSet gives up unready ones first. */
function shrink(old: readonly SetSize[], newest: SetSize, minimum: number): readonly number[] {
  const total = sum(old.map((it) => it.wanted)) + newest.wanted;
  let spare = total - minimum - Math.max(0, newest.wanted - newest.ready);
  return old.map((set) => {
    const given = Math.max(0, Math.min(set.wanted, spare));
    spare -= given;
    return set.wanted - given;
  });
}

/** How many pods beyond and below the wanted number a rollout may go. */
export function rolloutRoom(
  desired: number,
  strategy: Rollout | undefined,
): { readonly surge: number; readonly unavailable: number } {
  const surge = share(strategy?.rollingUpdate?.maxSurge ?? '25%', desired, Math.ceil);
  const unavailable = share(strategy?.rollingUpdate?.maxUnavailable ?? '25%', desired, Math.floor);
  return surge === 0 && unavailable === 0 ? { surge, unavailable: 1 } : { surge, unavailable };
}

/** A number, or a percentage of `whole` rounded as asked. */
export function share(amount: number | string, whole: number, round: (it: number) => number): number {
  if (typeof amount === 'number') return amount;
  const percent = Number(amount.replace('%', ''));
  // Whole per cents are multiplied first: 0.07 * 100 would not be 7 in floating point.
  return amount.endsWith('%') ? round((percent * whole) / 100) : percent;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, it) => all + it, 0);
