import { onTestFinished } from 'vitest';
import { openStage, type Stage } from './stage.ts';

/** A stage until the test is finished. */
export async function aStage(): Promise<Stage> {
  const stage = await openStage();
  onTestFinished(() => stage.end());
  return stage;
}
