import { isZoneServed, podsWithoutPlace } from '#domain/drain/volume-places';
import { NODEGROUP } from '#domain/nodes/labels';
import { listSome } from '#errors/list-some';
import { UpgradeError } from '#errors/upgrade-error';
import type { Live, Pod } from '#ports/kubernetes';
import { allValues } from '../answer/all-values.ts';
import { type Looked, valueOrWait } from '../answer/value-or-wait.ts';
import type { Slice, StepPorts } from '../step.ts';

/** A node that restarts its kubelet, or is replaced, is back by then. */
const PATIENCE_MS = 5 * 60_000;

/**
 * The pods that are about to be evicted can start again where their volumes are: an eviction cannot be taken back. Asks
 * for volumes only when no other node of the zone takes pods. Throws after five minutes.
 */
export async function seeVolumePlaces(
  node: string,
  leaving: readonly Pod[],
  live: Live,
  { kubernetes, time }: StepPorts,
  slice: Slice,
): Promise<Looked<'there'>> {
  const there = { kind: 'value', value: 'there' } as const;
  const nodes = live.nodes();
  const emptied = nodes.find(({ metadata }) => metadata.name === node);
  if (isZoneServed(leaving, emptied, nodes)) return there;
  const [claims, volumes] = await Promise.all([kubernetes.listClaims(), kubernetes.listVolumes()]);
  const looked = allValues({
    claims: valueOrWait(claims, 'list volume claims'),
    volumes: valueOrWait(volumes, 'list volumes'),
  });
  if (looked.kind === 'wait') return looked;
  const without = podsWithoutPlace(leaving, emptied?.metadata.labels?.[NODEGROUP], { nodes, ...looked.value });
  if (without.length === 0) return there;
  if (time.now() - slice.troubledSince() < PATIENCE_MS) return { kind: 'wait', reason: listSome(without, '; ') };
  throw new UpgradeError('NoNodeForVolume', `node ${node} is not emptied: ${listSome(without, '; ')}`, {
    hint: 'have a node there that takes pods (kubectl uncordon, or a larger group in that zone), then retry; or let go of the pod yourself: kubectl delete pod <pod> -n <namespace>',
  });
}
