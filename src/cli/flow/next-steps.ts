import type { Options } from '../option-values.ts';
import { commandFor } from './next-command.ts';
import type { RunStatus } from './run-status.ts';

/** What can be typed next, the most likely first; each line does by itself what it is for. */
export function nextSteps(status: RunStatus, options: Options): readonly string[] {
  const { run, situation, gate, runner, pending, skippable } = status;
  const alive = runner?.alive === true;
  if (pending.length > 0 && !alive && status.resumable) return [commandFor(`resume ${run}`, options)];
  switch (situation) {
    case 'running':
      return [commandFor(`pause ${run}`, options)];
    case 'at-gate':
      return alive ? waysAtAskingRunner(run, gate ?? '', options) : waysAtGate(run, gate ?? '', options);
    case 'parked':
      return waysWhenParked(run, skippable, options);
    case 'paused':
      return [commandFor(`resume ${run}`, options), andResume('abort', run, options)];
    case 'stopped':
      return [commandFor(`resume ${run}`, options)];
    default:
      return [];
  }
}

/** Of a run that nobody drives and that waits at a gate. */
export const waysAtGate = (run: string, gate: string, options: Options): readonly string[] => {
  const resume = commandFor(`resume ${run}`, options);
  return [
    gate === 'control-plane' ? `${resume} --yes` : `${resume} --approve ${gate}`,
    andResume('abort', run, options),
  ];
};

const waysAtAskingRunner = (run: string, gate: string, options: Options): readonly string[] => [
  commandFor(`approve ${gate} ${run}`, options),
  commandFor(`abort ${run}`, options),
];

/** Of a run that a failure or a limit has stopped; `skip` only where it is harmless. */
export const waysWhenParked = (run: string, skippable: boolean, options: Options): readonly string[] =>
  ['retry', ...(skippable ? ['skip'] : []), 'abort'].map((verb) => andResume(verb, run, options));

// Without a runner nobody acts on an entry before the run is resumed.
const andResume = (verb: string, run: string, options: Options): string =>
  `${commandFor(`${verb} ${run}`, options)} && ${commandFor(`resume ${run}`, options)}`;
