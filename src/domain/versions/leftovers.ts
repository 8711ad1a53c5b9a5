import { formatSizes } from '../drain/freeze.ts';
import { CORDONED_BY } from '../drain/marks.ts';
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
  return [
    ...running
      .filter((it) => movesTo(it, run.to))
      .map((it) => `the update ${it.id} of the control plane to ${run.to} is running; EKS cannot cancel it`),
    ...(cluster.version === run.to ? [`the control plane is at ${run.to}: it stays there`] : []),
    ...nodegroups.filter((it) => isOurs(it, run)).map((it) => newGroup(it, cluster.name)),
    ...run.rotations
      .filter(({ old }) => isAway(old, nodegroups))
      .map(({ old }) => `node group ${old} is deleted or being deleted: it cannot come back`),
    ...nodes
      .filter(({ metadata }) => metadata.annotations?.[CORDONED_BY] === run.runId)
      .map(({ metadata }) => `node ${metadata.name} is still cordoned by this run: kubectl uncordon ${metadata.name}`),
  ];
}

/** Made by this run, or adopted from one that was given up. */
const isOurs = ({ nodegroupName, tags }: Nodegroup, { runId, rotations }: Run): boolean =>
  tags[RUN_TAG] === runId || rotations.some((it) => it.new === nodegroupName && it.old === tags[REPLACES_TAG]);

function isAway(name: string, groups: readonly Nodegroup[]): boolean {
  const group = groups.find(({ nodegroupName }) => nodegroupName === name);
  return group === undefined || group.status === 'DELETING';
}

function newGroup({ nodegroupName, status, scalingConfig }: Nodegroup, cluster: string): string {
  return (
    `node group ${nodegroupName} of this run is there (${status}, sizes ${formatSizes(scalingConfig)}), perhaps with pods on it; ` +
    `drain it before you delete it: aws eks delete-nodegroup --cluster-name ${cluster} --nodegroup-name ${nodegroupName}`
  );
}
