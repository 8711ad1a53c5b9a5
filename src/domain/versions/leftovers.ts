import { type SeenGroups, whyKeptClosed } from '../drain/cordon.ts';
import { formatSizes } from '../drain/freeze.ts';
import { groupOf, isOurCordon, nodesOfGroup } from '../drain/marks.ts';
import type { Cluster } from '../eks/cluster.ts';
import type { Nodegroup } from '../eks/nodegroup.ts';
import type { Update } from '../eks/update.ts';
import type { Node } from '../kubernetes/node.ts';
import { REPLACES_TAG, RUN_TAG } from '../nodegroups/tags.ts';
import { movesTo } from './decide-start.ts';

interface Seen {
  readonly cluster: Cluster;
  /** Updates of the cluster in progress. */
  readonly running: readonly Update[];
  readonly nodegroups: readonly Nodegroup[];
  readonly nodes: readonly Node[];
}

interface Run {
  readonly runId: string;
  readonly to: string;
  readonly rotations: readonly { readonly old: string; readonly new: string }[];
}

/** In words: what a run that is given up leaves changed, each with what to do about it. */
export function leftoversOf({ cluster, running, nodegroups, nodes }: Seen, run: Run): readonly string[] {
  const groups = new Map([
    ...nodes.map((it) => [groupOf(it) ?? '', null] as const),
    ...nodegroups.map((it) => [it.nodegroupName, it] as const),
  ]);
  return [
    ...running
      .filter((it) => movesTo(it, run.to))
      .map((it) => `the update ${it.id} of the control plane to ${run.to} is running; EKS cannot cancel it`),
    ...(cluster.version === run.to ? [`the control plane is at ${run.to}: it stays there`] : []),
    ...nodegroups
      .filter((it) => isOurs(it, run))
      .map((it) => newGroup(it, { nodegroups, nodes, rotations: run.rotations, cluster: cluster.name })),
    ...run.rotations
      .filter(({ old }) => isAway(old, nodegroups))
      .map(({ old }) => `node group ${old} is deleted or being deleted: it cannot come back`),
    ...run.rotations
      .filter(({ old }) => groups.get(old)?.status === 'DELETE_FAILED')
      .map(({ old }) => deleteFailed(old, cluster.name)),
    ...nodes.filter((it) => isOurCordon(it, run.runId)).map((it) => cordoned(it, run, groups)),
  ];
}

/** Made by this run, or adopted from one that was given up. */
const isOurs = ({ nodegroupName, tags }: Nodegroup, { runId, rotations }: Run): boolean =>
  tags[RUN_TAG] === runId || rotations.some((it) => it.new === nodegroupName && it.old === tags[REPLACES_TAG]);

function isAway(name: string, groups: readonly Nodegroup[]): boolean {
  const group = groups.find(({ nodegroupName }) => nodegroupName === name);
  return group === undefined || group.status === 'DELETING';
}

const deleteFailed = (old: string, cluster: string): string =>
  `node group ${old} could not be deleted (DELETE_FAILED): mend what its health says and, once it is empty, delete it again: ` +
  `aws eks delete-nodegroup --cluster-name ${cluster} --nodegroup-name ${old}`;

function cordoned(node: Node, { runId }: Run, groups: SeenGroups): string {
  const { name } = node.metadata;
  const kept = whyKeptClosed(node, runId, groups);
  return kept === null
    ? `node ${name} is still cordoned by this run: kubectl uncordon ${name}`
    : `node ${name} stays cordoned by this run: ${kept}`;
}

// A delete is advised only where it takes no pods with it that have nowhere else to go.
interface Around extends Pick<Seen, 'nodegroups' | 'nodes'>, Pick<Run, 'rotations'> {
  readonly cluster: string;
}

function newGroup(group: Nodegroup, { nodegroups, nodes, rotations, cluster }: Around): string {
  const { nodegroupName: name, status, scalingConfig } = group;
  const it = `node group ${name} of this run is there (${status}, sizes ${formatSizes(scalingConfig)})`;
  const remove = `aws eks delete-nodegroup --cluster-name ${cluster} --nodegroup-name ${name}`;
  if (status === 'DELETING') return `node group ${name} of this run is being deleted, not by this run`;
  if (status === 'CREATE_FAILED' && nodesOfGroup(nodes, name).length === 0)
    return `${it}, without a node: delete it: ${remove}`;
  const old = rotations.find((rotation) => rotation.new === name)?.old ?? group.tags[REPLACES_TAG];
  if (old !== undefined && isEmptied(old, nodegroups)) return `${it}; it carries the pods of ${old} now: keep it`;
  return `${it}, perhaps with pods on it; drain it before you delete it: ${remove}`;
}

// One that EKS fails to delete was verified empty before.
const isEmptied = (name: string, groups: readonly Nodegroup[]): boolean =>
  isAway(name, groups) || groups.some((it) => it.nodegroupName === name && it.status === 'DELETE_FAILED');
