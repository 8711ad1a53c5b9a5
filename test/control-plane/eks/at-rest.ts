import { setTimeout as sleep } from 'node:timers/promises';
import { isReady, type WorkloadObject } from '#twin/model/object';
import type { World } from '#twin/model/world';

/** Longer than any cluster here takes, by far, ms. */
const PATIENCE = 120_000;
const WORKLOADS = ['apps/deployments', 'apps/daemonsets', 'apps/statefulsets'] as const;

/** Returns when every node is Ready, every workload has its pods, and every pod is Ready; with `mayPend` those that fit on no node are not waited for. */
export async function atRest(world: World, mayPend = false): Promise<void> {
  const began = Date.now();
  for (;;) {
    const lacking = lacks(world, mayPend);
    if (lacking.length === 0) return;
    if (Date.now() - began > PATIENCE) throw new TypeError(`the cluster does not come to rest: ${lacking.join(', ')}`);
    await sleep(200);
  }
}

function lacks({ store }: World, mayPend: boolean): readonly string[] {
  const nodes = store.list('nodes').filter((it) => !isReady(it));
  const pods = store.list('pods').filter((it) => !isReady(it) && !(mayPend && it.spec.nodeName === undefined));
  const workloads = WORKLOADS.flatMap((key) =>
    (store.list(key) as readonly WorkloadObject[]).filter((it) => (mayPend ? hasNoPods(it) : isShort(it))),
  );
  return [...nodes, ...workloads, ...pods].map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}

const hasNoPods = ({ spec, status }: WorkloadObject): boolean =>
  spec.replicas !== 0 && (status?.replicas ?? status?.desiredNumberScheduled ?? 0) === 0;

function isShort({ spec, status, metadata }: WorkloadObject): boolean {
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) return true;
  const wanted = spec.replicas ?? status?.desiredNumberScheduled ?? 0;
  return (status?.readyReplicas ?? status?.numberReady ?? 0) < wanted;
}
