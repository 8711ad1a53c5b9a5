import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../../kill/command.ts';
import { ANSWERS } from '../../kill/killed.ts';
import { zonesOf } from '../everything-moved.ts';
import { type Hop, quickRunbook } from '../hop.ts';
import { hopProblems } from '../hop-problems.ts';
import { onStage } from '../on-stage.ts';
import type { RealCase } from '../real-case.ts';
import type { Stage } from '../stage.ts';

/**
 * The phases of a hop as the runner prints them, in their order; add-ons come before the delete where the runbook says so. Not
 * the checks at the start: before any change trouble ends the run as blocked (docs/decisions/blocked-before-change.md).
 */
const phasesOf = ({ from }: Hop): readonly string[] => [
  'control plane',
  'new nodes',
  'drain',
  ...(from === '1.20' ? [] : ['add-ons before the delete']),
  'bake',
  'old nodes',
  ...(from === '1.20' ? ['add-ons'] : []),
  'verify',
];
/** With an API server that is away for minutes in all, ms. */
const HANGS_AFTER_MS = 1_800_000;
/** Into the phase, ms. */
const IN_THE_MIDDLE = 300;
/** What a runner prints that waits for an API server. */
const SAYS = /waiting for .*(API server|connection|refused)/i;

/** In one run the API server is away once in each phase. */
const away = (name: string, forMs: number, isSaid: boolean): RealCase => ({
  name,
  isShort: false,
  play: (hop, say) => onStage(hop, (stage) => disturbed(stage, hop, { forMs, isSaid, say })),
});

export const serverRestarted = away('the API server is restarted in the middle of each phase', 0, false);
export const serverAway = away('the API server is away for 90 s in the middle of each phase', 90_000, true);

interface Disturbance {
  readonly forMs: number;
  readonly isSaid: boolean;
  readonly say: (text: string) => void;
}

async function disturbed(stage: Stage, hop: Hop, { forMs, isSaid, say }: Disturbance): Promise<readonly string[]> {
  const zones = zonesOf(stage.eks);
  const words = ['run', await quickRunbook(hop, stage.folder), ...ANSWERS];
  const run = stage.types(words, { hangsAfterMs: HANGS_AFTER_MS });
  const missed = await disturbEach(stage, run, phasesOf(hop), forMs);
  const { exitCode, stdout, stderr } = await run.outcome;
  say(`${stdout}${stderr}`);
  return [
    ...missed,
    ...(exitCode === 0 ? [] : [`upgrade run ended with ${exitCode}`]),
    ...(isSaid && !SAYS.test(`${stdout}${stderr}`) ? ['it was not said that the API server does not answer'] : []),
    ...(await hopProblems(stage, hop, zones)),
  ];
}

/** Gives the phases that never came. */
async function disturbEach(
  { cluster }: Stage,
  run: Command,
  phases: readonly string[],
  forMs: number,
): Promise<readonly string[]> {
  for (const [index, phase] of phases.entries()) {
    const came = await run.printed(`── ${phase}`).then(
      () => true,
      () => false,
    );
    if (!came) return phases.slice(index).map((it) => `the phase "${it}" never came`);
    await sleep(IN_THE_MIDDLE);
    await cluster.withoutApiServer(() => sleep(forMs));
  }
  return [];
}
