import type { RunRecord } from '#engine/record';

/** What the run is working on; null where it is about none of that kind. JSON, stable. */
export interface AtHand {
  readonly node: string | null;
  readonly nodeGroup: string | null;
  readonly addon: string | null;
}

/** The part of the procedure's memory that names it; of another version perhaps, so nothing is taken for granted. */
interface Memory {
  readonly node?: string | null;
  readonly rotations?: readonly { readonly old: string; readonly new: string }[];
  readonly at?: number;
  readonly addonRequests?: readonly { readonly addonName: string }[];
}

/** What is at hand in the state in which the run worked last: the memory keeps things longer than they are worked on. */
export function atHand(worked: string, { snapshot }: Pick<RunRecord, 'snapshot'>): AtHand {
  const { node = null, rotations = [], at = 0, addonRequests = [] } = (snapshot as { context?: Memory }).context ?? {};
  const phase = worked.split('.')[1] ?? '';
  const rotation = rotations[at];
  return {
    node: phase === 'drain' ? node : null,
    nodeGroup: (phase === 'newNodes' ? rotation?.new : ON_OLD_GROUP.includes(phase) ? rotation?.old : null) ?? null,
    addon: phase.startsWith('addon') ? (addonRequests[0]?.addonName ?? null) : null,
  };
}

const ON_OLD_GROUP: readonly string[] = ['drain', 'oldNodes'];
