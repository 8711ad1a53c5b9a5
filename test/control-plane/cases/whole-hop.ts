import { ANSWERS } from '../../kill/killed.ts';
import { zonesOf } from '../everything-moved.ts';
import { figuresOf } from '../figures.ts';
import { type Hop, quickRunbook } from '../hop.ts';
import { hopProblems } from '../hop-problems.ts';
import { kubectl } from '../kubectl.ts';
import { onStage } from '../on-stage.ts';
import type { RealCase } from '../real-case.ts';
import type { Stage } from '../stage.ts';

/** `upgrade run` from its first check to its last, on a real API server, scheduler and controllers. */
export const wholeHop: RealCase = {
  name: 'the whole hop, seen by kubectl before and after',
  isShort: true,
  play: (hop, say, figure) =>
    onStage(hop, async (stage) => {
      const problems = await upgraded(stage, hop, say);
      for (const it of await figuresOf(stage)) figure(it);
      return problems;
    }),
};

async function upgraded(stage: Stage, hop: Hop, say: (text: string) => void): Promise<readonly string[]> {
  const zones = zonesOf(stage.eks);
  say(await kubectl(stage.cluster, ['get', 'nodes,pods', '-A', '-o', 'wide']));
  const runbook = await quickRunbook(hop, stage.folder);
  const { exitCode, stdout, stderr } = await stage.types(['run', runbook, ...ANSWERS]).outcome;
  say(`${stdout}${stderr}`);
  say(await kubectl(stage.cluster, ['get', 'nodes,pods', '-A', '-o', 'wide']));
  const ended = exitCode === 0 ? [] : [`upgrade run ended with ${exitCode}`];
  return [...ended, ...(await hopProblems(stage, hop, zones))];
}
