import { findResize } from '../drain/resize-update.ts';
import { movesTo, updateInWords } from '../versions/decide-start.ts';
import { type Concern, defineCheck, type PlannedHop } from './check.ts';
import type { RunningUpdate } from './facts.ts';

/**
 * Nobody else is updating the cluster or a node group, before any phase that changes nodes. The control-plane update that
 * we want is adopted, and our own freeze of a node group is not somebody else's.
 */
export const updateInFlight = defineCheck({
  name: 'update-in-flight',
  guards: ['control-plane', 'new-nodes', 'drain', 'delete-old-nodes'],
  needs: ['updates', 'cluster'],
  judge: ({ updates, cluster }, hop) => {
    const isUpdating = cluster.status === 'UPDATING' && cluster.version !== hop.to;
    const isNamed = updates.some(({ nodegroup }) => nodegroup === null);
    const others = updates.filter((it) => !isOurs(it, hop));
    return [...others.map((it) => judgeUpdate(it, hop)), ...(isUpdating && !isNamed ? [unnamedUpdate(hop)] : [])];
  },
});

const isOurs = ({ nodegroup, update }: RunningUpdate, { resize }: PlannedHop): boolean =>
  resize?.nodegroupName === nodegroup && findResize([update], resize.scalingConfig) !== undefined;

function judgeUpdate({ nodegroup, update }: RunningUpdate, hop: PlannedHop): Concern {
  const object = nodegroup ?? hop.cluster;
  if (nodegroup === null && movesTo(update, hop.to)) {
    const why = `${updateInWords(update)}: it will be adopted, no second one is started`;
    return { code: 'UPDATE_ADOPTED', severity: 'info', object, why, whatToDo: 'nothing' };
  }
  const of = nodegroup === null ? '' : ` --nodegroup-name ${nodegroup}`;
  return {
    code: 'UPDATE_IN_FLIGHT',
    severity: 'block',
    object,
    why: `${nodegroup === null ? 'the cluster' : `node group ${nodegroup}`} is being changed: ${updateInWords(update)}`,
    whatToDo: `wait for its end: aws eks describe-update --name ${hop.cluster}${of} --update-id ${update.id}`,
  };
}

function unnamedUpdate({ cluster }: PlannedHop): Concern {
  return {
    code: 'UPDATE_IN_FLIGHT',
    severity: 'block',
    object: cluster,
    why: `EKS says cluster ${cluster} is UPDATING, but lists no update in progress: it changes something by itself, or has just finished`,
    whatToDo: `wait until it is ACTIVE: aws eks wait cluster-active --name ${cluster}`,
  };
}
