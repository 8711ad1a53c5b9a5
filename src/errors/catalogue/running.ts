import { type Entry, RETRY } from './entry.ts';

/** Any phase of a run. */
export const RUNNING = {
  ChecksBlock: {
    title: 'checks found what blocks',
    means:
      'One or more findings of severity block: before the first change (the run ends, exit 3), right before a phase, or after a resume (the run parks). Each line begins with the code of a finding, which can be explained by itself.',
    state: 'The phase that the checks guard was not begun. Before the first change nothing was changed at all.',
    todo: `Mend each finding as its line says. ${RETRY} Or, at the start only, take it upon you by name: \`--accept CODE=object\`.`,
  },
  ClusterReplaced: {
    title: 'the cluster was replaced by another one of the same name',
    means:
      'EKS describes a cluster with another ARN or another time of creation than the one that the run began on: somebody deleted it and made a new one.',
    state: 'Nothing was done to the new cluster. The old one, and what this run had changed in it, is gone.',
    todo: 'Nothing is left to go on with, and `upgrade resume` refuses. If the new cluster is to be upgraded, start a new run: `upgrade run <hop> --cluster <cluster>`.',
  },
  LimitReached: {
    title: 'a wait lasted longer than the runbook allows',
    means:
      'The limit of a node, of its workloads, of a node group, an add-on or a delete has passed. Time without a runner is not counted. Nothing is ever forced when a limit passes: the run parks.',
    state:
      'What was under way goes on by itself (EKS ends its updates, accepted evictions take place); nothing new is started.',
    todo: `Look at what it waited for, which the message names. ${RETRY} After workloads that do not come back, \`upgrade skip\` goes on to the next node without them.`,
  },
  Defect: {
    title: 'a defect of upgrade, not of your cluster',
    means:
      'Something was thrown that the tool does not expect. If a step did it, the run is parked; else the command has ended.',
    state: 'The log is whole: every transition is durable before its effect begins.',
    todo: '`upgrade status`, then `upgrade retry` and `upgrade resume`: each step looks before it acts. UPGRADE_DEBUG=1 shows where it happened; report that.',
  },
  ClusterNotAsItShouldBe: {
    title: 'the last look found something that is not as the run should leave it',
    means:
      'At the end everything is read anew: control plane, node groups, nodes, workloads, add-ons. For two minutes it may settle; then what is wrong is named. Workloads that were not ready before the run do not count.',
    state: 'The upgrade itself is carried out; old node groups are deleted. The Lease is still held.',
    todo: `Mend what is named. ${RETRY} Or end the run as it is: \`upgrade abort\` deletes nothing and lists what stays.`,
  },
  UndoIncomplete: {
    title: 'an abort could not give everything back',
    means:
      'While aborting, a node or a node group refused to take its old state. The run is parked in the abort and still holds the cluster: it ends as aborted only when nothing of its own is left.',
    state: 'What the message names still carries the marks, the cordon or the frozen sizes of the run.',
    todo: 'By hand: `kubectl uncordon <node>`; `aws eks update-nodegroup-config --cluster-name <cluster> --nodegroup-name <group> --scaling-config …`. Or mend what refused it. Then `upgrade retry` and, if no runner is alive, `upgrade resume`: the abort looks again.',
  },
} satisfies Readonly<Record<string, Entry>>;
