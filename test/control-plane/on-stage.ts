import type { Hop } from './hop.ts';
import { openStage, type Stage } from './stage.ts';

/** Plays on a stage of its own, which is ended in any case. */
export async function onStage<T>(hop: Hop, play: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await openStage(hop);
  try {
    return await play(stage);
  } finally {
    await stage.end();
  }
}
