import { ANSWERS } from '../../kill/killed.ts';
import { type Hop, quickRunbook } from '../hop.ts';
import { kubectl } from '../kubectl.ts';
import { onStage } from '../on-stage.ts';
import type { RealCase } from '../real-case.ts';
import type { Stage } from '../stage.ts';

/** Exit code of a run that was blocked before any change. */
const BLOCKED = 3;

/** With the admission plug-in of PodSecurityPolicy on, and the default policy gone. */
export const policyMissing: RealCase = {
  name: 'without eks.privileged the API server refuses pods, and the run is blocked by PSP_MISSING',
  isShort: true,
  isFor: ({ from }) => from === '1.20',
  play: (hop, say) => onStage(hop, (stage) => blocked(stage, hop, say)),
};

async function blocked(stage: Stage, hop: Hop, say: (text: string) => void): Promise<readonly string[]> {
  const before = await kubectl(stage.cluster, ['run', 'allowed', '--image', 'a:1', '--restart', 'Never']);
  say(await kubectl(stage.cluster, ['delete', 'podsecuritypolicy', 'eks.privileged']));
  const after = await kubectl(stage.cluster, ['run', 'refused', '--image', 'a:1', '--restart', 'Never']);
  const run = await stage.types(['run', await quickRunbook(hop, stage.folder), ...ANSWERS]).outcome;
  say(`${before}\n${after}\n${run.stdout}${run.stderr}`);
  const text = `${run.stdout}${run.stderr}`;
  return [
    ...(before.includes('pod/allowed created') ? [] : [`with the policy: ${before}`]),
    ...(/forbidden: .*PodSecurityPolicy: no providers available/.test(after) ? [] : [`without the policy: ${after}`]),
    ...(run.exitCode === BLOCKED && text.includes('PSP_MISSING')
      ? []
      : [`upgrade run ended with ${run.exitCode}: ${text}`]),
    ...(stage.eks.journal.writes().length === 0 ? [] : ['something was changed']),
  ];
}
