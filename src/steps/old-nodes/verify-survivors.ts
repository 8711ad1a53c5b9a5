import { unreadySurvivors } from '#domain/nodes/survivors';
import { unreadyWorkloads } from '#domain/nodes/unready-workloads';
import { listSome } from '#errors/list-some';
import { UpgradeError } from '#errors/upgrade-error';
import { allValues } from '../answer/all-values.ts';
import { PACE, poll } from '../answer/poll.ts';
import { type Looked, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done, type Slice, type StepPorts, type StepResult } from '../step.ts';
import type { InputOf, OutputOf, Steps } from '../table.ts';

type Input = InputOf<'verify-survivors'>;

interface Seen {
  readonly unready: readonly string[];
  readonly workloads: ReturnType<typeof unreadyWorkloads>;
}

const PATIENCE_MS = 2 * 60_000;

/** The nodes that remain and were Ready before the run are Ready. A workload that is not and was is named. */
export const verifySurvivors: Steps['verify-survivors'] = {
  describe: ({ cluster }) => `see that the remaining nodes of cluster ${cluster} are healthy`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async (): Promise<StepResult<OutputOf<'verify-survivors'>>> => {
      const seen = await look(input, ports);
      if (seen.kind === 'wait') return wait(slice, seen.reason);
      const { unready, workloads } = seen.value;
      const isWeak = unready.length + workloads.length > 0;
      if (isWeak && ports.time.now() - slice.troubledSince() < PATIENCE_MS)
        return wait(slice, [...unready, ...workloads.map((it) => it.workload)].join('; '));
      if (unready.length > 0)
        throw new UpgradeError(
          'SurvivorsNotReady',
          `after the delete ${unready.length} remaining nodes are not Ready: ${listSome(unready)}`,
          {
            hint: 'look whether their role mapping was removed with the group: kubectl get nodes; kubectl get cm aws-auth -n kube-system -o yaml; put the role back, then retry',
          },
        );
      for (const { workload, why } of workloads) ports.notify({ code: 'workload-not-ready', data: { workload, why } });
      return done({});
    }),
};

async function look({ cluster, brokenBefore = [] }: Input, { eks, kubernetes }: StepPorts): Promise<Looked<Seen>> {
  const [groups, nodes, workloads, pods] = await Promise.all([
    eks.listNodegroups(cluster),
    kubernetes.listNodes(),
    kubernetes.listWorkloads(),
    kubernetes.listPods(),
  ]);
  const looked = allValues({
    groups: valueOrWait(groups, `list the node groups of cluster ${cluster}`),
    nodes: valueOrWait(nodes, 'list nodes'),
    workloads: valueOrWait(workloads, 'list workloads'),
    pods: valueOrWait(pods, 'list pods'),
  });
  if (looked.kind === 'wait') return looked;
  const unready = unreadySurvivors(looked.value.nodes, looked.value.groups, brokenBefore);
  const weak = unreadyWorkloads(looked.value.workloads, looked.value.pods);
  return {
    kind: 'value',
    value: { unready, workloads: weak.filter((it) => !brokenBefore.includes(it.workload)) },
  };
}

function wait(slice: Slice, why: string): StepResult<never> {
  return waitFor(slice, 'the remaining nodes', 'all are Ready and carry ready workloads', why);
}
