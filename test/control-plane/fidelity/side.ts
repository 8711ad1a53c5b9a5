import type { Seen, SeenPod } from './seen.ts';
import type { Pick, SmallWorld, Wanted } from './small-world.ts';

/** One of the two clusters that play a world. */
export interface Side {
  apply(objects: readonly Wanted[]): Promise<void>;
  cordon(node: string, isClosed: boolean): Promise<void>;
  evict(pod: string): Promise<SeenAnswer>;
  /** Waits until nothing moves any more. */
  rest(): Promise<Seen>;
}

/** The answer to an eviction, without names. */
export interface SeenAnswer {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly string[];
}

/** What was there after a step, and how the evictions of the step were answered. */
export interface Played extends Seen {
  readonly answers: readonly { readonly workload: string; readonly answer: SeenAnswer }[];
}

/** Plays all steps on one side. `before` is told which step comes. */
export async function play(world: SmallWorld, side: Side, before: (step: number) => void): Promise<readonly Played[]> {
  const all: Played[] = [];
  for (const [index, step] of world.steps.entries()) {
    before(index);
    const answers: Played['answers'][number][] = [];
    if (step.kind === 'apply') await side.apply(step.objects);
    else if (step.kind === 'cordon') await side.cordon(step.node, step.isClosed);
    else for (const it of picked(all.at(-1)?.pods ?? [], step.picks)) answers.push(await answered(side, it));
    all.push({ ...(await side.rest()), answers });
  }
  return all;
}

const answered = async (side: Side, { workload, name }: SeenPod) => ({ workload, answer: await side.evict(name) });

function picked(pods: readonly SeenPod[], picks: readonly Pick[]): readonly SeenPod[] {
  const all = picks.flatMap(({ workload, index }) => {
    const own = pods.filter((it) => it.workload === workload).sort(byPlace);
    return own[index % Math.max(1, own.length)] ?? [];
  });
  // A pod without a node is gone at once: whether another one has its name by then is a matter of milliseconds.
  return all.filter((it, index) => it.node !== null || all.indexOf(it) === index);
}

/** Pods of one workload on one node are the same to everybody, apart from their names. */
const byPlace = (a: SeenPod, b: SeenPod): number =>
  compare(a.node ?? `~${a.pending}`, b.node ?? `~${b.pending}`) || compare(a.name, b.name);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An answer as it is compared; `pod` is the name that is taken out. */
export const answerOf = (
  pod: string,
  it: {
    readonly status: number;
    readonly reason?: string;
    readonly message?: string;
    readonly causes?: readonly { readonly reason?: string; readonly message?: string }[];
  },
): SeenAnswer => {
  const masked = (text: string) => text.replaceAll(pod, '<pod>');
  return {
    status: it.status,
    reason: it.reason ?? '',
    message: masked(it.message ?? ''),
    causes: (it.causes ?? []).map(({ reason = '', message = '' }) => masked(`${reason}: ${message}`)),
  };
};
