import { requestsOf } from '../audit-log.ts';
import { isEviction } from '../audit-problems.ts';
import type { Hop } from '../hop.ts';
import { kubectl } from '../kubectl.ts';
import { onStage } from '../on-stage.ts';
import type { RealCase } from '../real-case.ts';
import type { Stage } from '../stage.ts';

/** What kubectl meets on the same cluster, so that it can be trusted to be one. */
export const drainedByKubectl: RealCase = {
  name: 'unmodified kubectl drains a node against a budget, opens it again, and reads logs',
  isShort: true,
  play: (hop: Hop, say) => onStage(hop, (stage) => drained(stage, say)),
};

const DRAIN = ['--ignore-daemonsets', '--delete-emptydir-data', '--force', '--timeout=90s'];

async function drained(stage: Stage, say: (text: string) => void): Promise<readonly string[]> {
  const node = stage.eks.world.store.list('nodes').find((it) => guardedOn(stage, it.metadata.name).length > 1);
  if (!node) return ['no node has two pods of the guarded workload'];
  const [pod = ''] = guardedOn(stage, node.metadata.name);
  const logs = await kubectl(stage.cluster, ['logs', pod]);
  const drain = await kubectl(stage.cluster, ['drain', node.metadata.name, ...DRAIN]);
  const opened = await kubectl(stage.cluster, ['uncordon', node.metadata.name]);
  say([logs, drain, opened].join('\n'));
  const answers = (await requestsOf(stage.cluster.auditLog, 'admin')).filter(isEviction);
  return [
    ...(drain.includes('drained') || drain.includes('evicted') ? [] : [`kubectl drain: ${drain}`]),
    ...(answers.some((it) => it.responseStatus?.code === 429) ? [] : ['no eviction met the budget']),
    ...(guardedOn(stage, node.metadata.name).length === 0
      ? []
      : ['pods of the guarded workload are still on the node']),
    ...(opened.includes('uncordoned') ? [] : [`kubectl uncordon: ${opened}`]),
    ...(logs.includes(pod) ? [] : [`kubectl logs: ${logs}`]),
  ];
}

const guardedOn = ({ eks }: Stage, node: string): readonly string[] =>
  eks.world.store
    .podsOnNode(node)
    .filter((it) => it.metadata.labels?.app === 'guarded')
    .map((it) => it.metadata.name);
