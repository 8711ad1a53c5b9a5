import { addonInWords, isBroken, nameOfAddon } from '../addons/broken.ts';
import { isOurCordon } from '../drain/marks.ts';
import type { Addon } from '../eks/addon.ts';
import type { Cluster } from '../eks/cluster.ts';
import type { Nodegroup } from '../eks/nodegroup.ts';
import type { Node } from '../kubernetes/node.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { Workload } from '../kubernetes/workload.ts';
import { issuesInWords } from '../nodegroups/growth.ts';
import { classifyNode } from '../nodes/classify.ts';
import { isReady, ZONE } from '../nodes/labels.ts';
import { unreadyWorkloads } from '../nodes/unready-workloads.ts';
import { sameMinor } from './minor.ts';

/** The cluster at the end of a run, read anew. */
export interface EndState {
  readonly cluster: Cluster;
  readonly apiServer: { readonly gitVersion: string };
  readonly nodegroups: readonly Nodegroup[];
  readonly nodes: readonly Node[];
  readonly workloads: readonly Workload[];
  readonly pods: readonly Pod[];
  readonly addons: readonly Addon[];
}

export interface Goal {
  readonly runId: string;
  readonly to: string;
  readonly rotations: readonly { readonly old: string; readonly new: string }[];
  /** Workloads, nodes and add-ons that were not well before the run: named, not counted. */
  readonly brokenBefore: readonly string[];
}

/** One line of the report; `ok` false: this is not as the run should have left it. */
export interface Line {
  readonly ok: boolean;
  readonly text: string;
  /** Not a fault of the run, but somebody should look at it. */
  readonly standsOut?: boolean;
}

/** The report on the whole cluster, line by line. */
export function verifyEndState(end: EndState, goal: Goal): readonly Line[] {
  return [
    controlPlane(end, goal),
    ...end.nodegroups.map((group) => groupLine(group, goal)),
    ...goal.rotations
      .filter((it) => end.nodegroups.every(({ nodegroupName }) => nodegroupName !== it.old))
      .map(({ old }) => ({ ok: true, text: `node group ${old}: gone` })),
    ...goal.rotations
      .filter((it) => end.nodegroups.every(({ nodegroupName }) => nodegroupName !== it.new))
      .map((it) => ({ ok: false, text: `node group ${it.new}: missing` })),
    ...end.nodes.map((node) => nodeLine(node, end, goal)),
    ...workloadLines(end, goal),
    ...end.addons.map((addon) => addonLine(addon, goal)),
  ];
}

function controlPlane({ cluster, apiServer }: EndState, { to }: Goal): Line {
  const ok = cluster.version === to && sameMinor(apiServer.gitVersion, to) && cluster.status === 'ACTIVE';
  return { ok, text: `control plane: ${cluster.version} (${apiServer.gitVersion}), ${cluster.status}` };
}

function groupLine({ nodegroupName, status, version, health }: Nodegroup, { rotations }: Goal): Line {
  const isOld = rotations.some(({ old }) => old === nodegroupName);
  const ok = status === 'ACTIVE' && health.length === 0 && !isOld;
  const issues = health.length === 0 ? '' : `; ${issuesInWords(health)}`;
  return {
    ok,
    text: `node group ${nodegroupName}: ${status}, ${version ?? 'image of its own'}${isOld ? ', should be gone' : ''}${issues}`,
  };
}

// Nodes that this run does not rotate may stay behind: they are named, and judged by the version skew check.
function nodeLine(node: Node, { nodegroups }: EndState, { runId, to, brokenBefore }: Goal): Line {
  const found = classifyNode(
    node,
    nodegroups.map(({ nodegroupName }) => nodegroupName),
  );
  const { kubeletVersion } = node.status.nodeInfo;
  const atTarget = sameMinor(kubeletVersion, to);
  const who = found.kind === 'managed-group' ? found.group : found.kind;
  const behind = atTarget ? '' : `, behind ${to}`;
  const wasBroken = !isReady(node) && brokenBefore.includes(node.metadata.name);
  const ok = (isReady(node) || wasBroken) && (atTarget || found.kind !== 'managed-group');
  const closed = node.spec.unschedulable ? `,SchedulingDisabled (${closedBy(node, runId)})` : '';
  return {
    ok,
    ...(closed !== '' && { standsOut: true }),
    text: `node ${node.metadata.name} (${node.metadata.labels?.[ZONE] ?? 'no zone'}, ${who}): ${kubeletVersion}, ${isReady(node) ? 'Ready' : 'NotReady'}${closed}${wasBroken ? ' (was not Ready before the run either)' : ''}${behind}`,
  };
}

// Why somebody closed a node nobody here knows: it is said aloud, and left as it is.
const closedBy = (node: Node, runId: string): string => (isOurCordon(node, runId) ? 'by this run' : 'not by this run');

function workloadLines({ workloads, pods }: EndState, { brokenBefore }: Goal): readonly Line[] {
  const unready = unreadyWorkloads(workloads, pods);
  if (unready.length === 0) return [{ ok: true, text: 'workloads: all ready' }];
  return unready.map(({ workload, why }) => {
    const ok = brokenBefore.includes(workload);
    return { ok, text: `${workload}: ${why}${ok ? ' (was not ready before the run either)' : ''}` };
  });
}

function addonLine(addon: Addon, { brokenBefore }: Goal): Line {
  const wasBroken = isBroken(addon) && brokenBefore.includes(nameOfAddon(addon));
  const before = wasBroken ? ' (was not healthy before the run either)' : '';
  return {
    ok: addon.status === 'ACTIVE' || wasBroken,
    text: `add-on ${addon.addonName}: ${addonInWords(addon)}${before}`,
  };
}
