import { cordonedAt } from '#domain/drain/marks';
import type { Scene } from '#domain/drain/scene';
import { mustGo, type SelectionFacts, selectPods, type Verdict } from '#domain/drain/select-pods';
import type { Live, Node, Pod } from '#ports/kubernetes';
import type { Slice } from '../step.ts';
import type { InputOf } from '../table.ts';
import type { DrainMemory } from './drain-memory.ts';
import { workloadsOf } from './live-stores.ts';

/** The node at one moment, as the stores show it. */
export interface DrainView {
  readonly node: Node | undefined;
  readonly facts: SelectionFacts;
  readonly verdicts: readonly Verdict[];
  readonly leaving: readonly Pod[];
  readonly scene: Scene;
}

/** Looks at the node through the stores. */
export function viewOf(
  input: InputOf<'drain-node'>,
  live: Live,
  memory: DrainMemory,
  slice: Slice,
  now: number,
): DrainView {
  const node = live.nodes().find((it) => it.metadata.name === input.node);
  const workloads = workloadsOf(live);
  const pods = live.pods();
  const facts = { cordonedAt: (node && cordonedAt(node, input.runId)) ?? slice.scheduledAt, workloads };
  const verdicts = selectPods(
    pods.filter((it) => it.spec.nodeName === input.node),
    facts,
  );
  const { granted, held } = memory;
  const scene = {
    pods,
    budgets: live.budgets(),
    workloads,
    node,
    now,
    since: slice.scheduledAt,
    stuckAfter: input.podAfterGraceMs,
    granted,
    held,
  };
  return { node, facts, verdicts, leaving: mustGo(verdicts), scene };
}
