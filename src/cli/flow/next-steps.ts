import type { Options } from '../option-values.ts';
import { commandFor } from './next-command.ts';
import type { RunStatus } from './run-status.ts';

/** What can be typed next, the most likely first. */
export function nextSteps(status: RunStatus, options: Options): readonly string[] {
  const { run, situation, gate, runner } = status;
  const command = (words: string) => commandFor(words, options);
  const resume = command(`resume ${run}`);
  // Without a runner nobody acts on an entry before the run is resumed.
  const then = runner?.alive ? [] : [resume];
  switch (situation) {
    case 'running':
      return [command(`pause ${run}`)];
    case 'at-gate':
      return [command(`approve ${gate ?? ''} ${run}`), ...then, command(`abort ${run}`)];
    case 'parked':
      return [command(`retry ${run}`), ...then, command(`abort ${run}`)];
    case 'paused':
      return [resume, command(`abort ${run}`)];
    case 'stopped':
      return [resume];
    default:
      return [];
  }
}
