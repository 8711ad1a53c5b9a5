import { setTimeout as sleep } from 'node:timers/promises';
import { isReady, isUnheardOf, type NodeObject } from '#twin/model/object';
import { onStage } from '../on-stage.ts';
import type { RealCase } from '../real-case.ts';
import type { Stage } from '../stage.ts';

/** The controller manager calls a node Unknown after 40 s of silence, 50 s in newer versions; it looks every 5 s. Milliseconds. */
const PATIENCE_MS = 120_000;

/** Played kubelets are told apart by the real node lifecycle controller as real ones are. */
export const silentKubelet: RealCase = {
  name: 'a node whose kubelet dies becomes Unknown, and one that comes back is Ready',
  isShort: false,
  play: (hop, _say, figure) => onStage(hop, (stage) => died(stage, figure)),
};

async function died(stage: Stage, figure: (text: string) => void): Promise<readonly string[]> {
  const name = stage.eks.world.store.list('nodes')[0]?.metadata.name ?? '';
  stage.kubelets.disturb(name, 'die');
  const silent = await after(stage, name, isUnheardOf);
  stage.kubelets.disturb(name, 'heal');
  const back = await after(stage, name, isReady);
  figure(`Unknown after ${silent} s, Ready again after ${back} s`);
  return [
    ...(silent === null ? ['the node whose kubelet is dead is not Unknown'] : []),
    ...(back === null ? ['the node whose kubelet is back is not Ready'] : []),
  ];
}

/** Seconds until the node is so; null when it takes too long. */
async function after({ eks }: Stage, name: string, isSo: (node: NodeObject) => boolean): Promise<number | null> {
  const began = Date.now();
  while (Date.now() - began < PATIENCE_MS) {
    const node = eks.world.store.get('nodes', undefined, name);
    if (node && isSo(node)) return Math.round((Date.now() - began) / 1000);
    await sleep(500);
  }
  return null;
}
