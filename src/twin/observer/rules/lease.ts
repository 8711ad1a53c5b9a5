import type { World } from '../../model/world.ts';
import { CORDONED_BY, FOUND_CORDONED_BY, holderOf, isLeaseThere, isOurMark, RUN_TAG } from '../marks.ts';
import { type Call, FINE, type Json, type Rule, texts, type Verdict, wrong } from '../rule.ts';

/** Nothing is changed before the Lease of the run exists, with the Lease of another one, or after it was given back. */
export function lease(world: World): Rule {
  const deleted = lastDeletion(world);
  return { name: 'lease', judge: (call) => judged(call, world, deleted.at()), settled: deleted.settled };
}

function judged(call: Call, world: World, deletedAt: number | null): Verdict {
  if (call.operation === 'k8s:create leases') return FINE;
  if (call.operation === 'k8s:patch leases') return wrong(whyNotPatched(call));
  const holder = holderOf(world);
  if (call.operation === 'k8s:delete leases')
    return wrong(['the Lease is deleted: a late creation would find it free']);
  // Somebody deleted the Lease at this very instant: the call was on its way.
  if (holder === null && deletedAt === world.time.now()) return FINE;
  if (holder === null) return wrong([`${call.operation} although no run holds the cluster`]);
  const others = runsNamedIn(call).filter((it) => it !== holder);
  return wrong(others.map((it) => `${call.operation} for run ${it} while run ${holder} holds the cluster`));
}

/** When the Lease was last taken out of the cluster; a run gives it back by leaving it there without a holder. */
function lastDeletion(world: World): { readonly at: () => number | null; readonly settled: () => void } {
  let wasThere = false;
  let at: number | null = null;
  return {
    at: () => at,
    settled: () => {
      const isThere = isLeaseThere(world);
      if (wasThere && !isThere) at = world.time.now();
      wasThere = isThere;
    },
  };
}

/** Taken, marked and given back only as it was read. */
const whyNotPatched = ({ body }: Call): readonly string[] =>
  texts([
    (body.metadata as Json | undefined)?.resourceVersion === undefined,
    'the Lease is changed whatever its resourceVersion is',
  ]);

/** The runs for which a call says it acts: by marks on nodes and by tags. */
function runsNamedIn({ operation, body }: Call): readonly string[] {
  if (operation === 'eks:CreateNodegroup') return strings([(body.tags as Json | undefined)?.[RUN_TAG]]);
  if (operation !== 'k8s:patch nodes') return [];
  const annotations = ((body.metadata as Json | undefined)?.annotations ?? {}) as Json;
  const taints = ((body.spec as Json | undefined)?.taints ?? []) as readonly { key: string; value?: string }[];
  return strings([
    annotations[CORDONED_BY],
    annotations[FOUND_CORDONED_BY],
    ...taints.filter(({ key }) => isOurMark(key)).map(({ value }) => value),
  ]);
}

const strings = (values: readonly unknown[]): readonly string[] =>
  values.filter((it): it is string => typeof it === 'string');
