/** The reasons of the scheduler in words that do not change between versions; the first that fits. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/were unschedulable|had untolerated taint|had taint/, 'closed'],
  [/node affinity\/selector|didn't match node selector|satisfy plugin\(s\) \[NodeAffinity\]/, 'node affinity'],
  [/volume node affinity|PersistentVolume's node affinity/, 'volume'],
  [/topology spread constraints \(missing/, 'spread label'],
  [/topology spread constraints/, 'spread'],
  [/existing pods anti-affinity/, 'existing anti-affinity'],
  [/pod anti-affinity rules/, 'anti-affinity'],
  [/pod affinity rules/, 'affinity'],
  [/Insufficient cpu/, 'cpu'],
  [/Insufficient memory/, 'memory'],
  [/Too many pods/, 'pods'],
];

/**
 * `0/9 nodes are available: 2 Insufficient cpu, 1 …` as `1 volume, 2 cpu`: what the `own` nodes of a world say, in order.
 * Nodes of other worlds are closed to its pods (or not asked at all, for a pod of a DaemonSet) and are taken away.
 */
export function reasonsOf(message: string, own: number): string {
  const [, all, list] = /^0\/(\d+) nodes are available: (.*)$/s.exec(firstSentence(message)) ?? [];
  if (list === undefined) return message === '' ? 'not looked at' : message;
  const counts = new Map<string, number>();
  // A taint may have a comma in it, but no digit after one.
  for (const part of list.split(/, (?=\d)/)) {
    const kind = kindOf(part);
    counts.set(kind, (counts.get(kind) ?? 0) + Number(/^(\d+)/.exec(part)?.[1] ?? 0));
  }
  takeAway(counts, Number(all) - own);
  return [...counts]
    .map(([kind, count]) => `${count} ${kind}`)
    .sort()
    .join(', ');
}

function takeAway(counts: Map<string, number>, foreign: number): void {
  let left = foreign;
  for (const kind of ['closed', 'node affinity']) {
    const count = counts.get(kind) ?? 0;
    const taken = Math.min(count, left);
    left -= taken;
    if (count - taken > 0) counts.set(kind, count - taken);
    else counts.delete(kind);
  }
}

const firstSentence = (message: string): string =>
  message.split(/\. (?:preemption|no new claims|still not)/)[0]?.replace(/\.$/, '') ?? message;

const kindOf = (part: string): string =>
  KINDS.find(([pattern]) => pattern.test(part))?.[1] ?? part.replace(/^\d+ /, '');
