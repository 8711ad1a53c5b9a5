import type { Lease } from '#ports/kubernetes';
import { holderOf, LOG, OWNER } from './lease.ts';

/** Annotation of the Lease: the last record of the runner that went on with the run last, as `<number> <owner>`. */
export const FENCE = 'eks-upgrade-runbook/fence';

/** A record of the run's log by its number and the runner that wrote it. */
export interface Fence {
  readonly seq: number;
  readonly owner: string;
}

/** The annotation that says: this runner has gone on up to this record. */
export const fenceMark = ({ seq, owner }: Fence): Readonly<Record<string, string>> => ({ [FENCE]: `${seq} ${owner}` });

/** Who has the cluster, as its Lease says. `fence`: how far the run had got when it was last taken; null when that was never said. */
export type LeaseVerdict =
  | { readonly kind: 'missing' }
  /** A run has given it back. */
  | { readonly kind: 'free' }
  | { readonly kind: 'of-another-run'; readonly run: string; readonly by: string; readonly log: string }
  | { readonly kind: 'of-this-run'; readonly fence: Fence | null };

/** What a Lease means to this run; null: there is none. */
export function judgeLease(lease: Lease | null, run: string): LeaseVerdict {
  if (lease === null) return { kind: 'missing' };
  const holder = holderOf(lease);
  if (holder === '') return { kind: 'free' };
  if (holder === run) return { kind: 'of-this-run', fence: fenceOf(lease) };
  const { [LOG]: log = 'an unknown place', [OWNER]: by = 'somebody' } = lease.metadata.annotations ?? {};
  return { kind: 'of-another-run', run: holder, by, log };
}

// A mark that cannot be read is taken for one that no log has.
function fenceOf({ metadata }: Lease): Fence | null {
  const text = metadata.annotations?.[FENCE];
  if (text === undefined) return null;
  const [, seq = '-1', owner = text] = /^(\d+) (\S+)$/.exec(text) ?? [];
  return { seq: Number(seq), owner };
}
