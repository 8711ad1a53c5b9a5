import type { Command } from '../../kill/command.ts';
import { ANSWERS } from '../../kill/killed.ts';
import { requestsOf } from '../audit-log.ts';
import { zonesOf } from '../everything-moved.ts';
import { type Hop, quickRunbook } from '../hop.ts';
import { hopProblems, RUNNER_NAME } from '../hop-problems.ts';
import { onStage } from '../on-stage.ts';
import type { RealCase } from '../real-case.ts';
import type { Stage } from '../stage.ts';

/** What a drain has to say while the kubelet of its node finishes nothing, and while nothing at all comes from that node. */
const TOLD = { hang: '[TERMINATING_LATE]', die: '[TERMINATING_UNREACHABLE]' } as const;
/** A grace of 30 s, and the 50 s of silence after which the controllers call a node Unknown, with as much again, ms. */
const PATIENCE_MS = 180_000;

/** The drain that hangs, with the real node lifecycle controller: it says why, forces nothing, and goes on by itself. */
export const stuckNode: RealCase = {
  name: 'a drain whose kubelet hangs and then dies says so, forces nothing, and goes on when it is back',
  isShort: false,
  play: (hop, say) => onStage(hop, (stage) => stuck(stage, hop, say)),
};

async function stuck(stage: Stage, hop: Hop, say: (text: string) => void): Promise<readonly string[]> {
  const zones = zonesOf(stage.eks);
  const run = stage.types(['run', await quickRunbook(hop, stage.folder), ...ANSWERS]);
  const node = /drain node (\S+)/.exec(await run.printed('  evicting pod'))?.[1] ?? '';
  const missed: string[] = [];
  for (const what of ['hang', 'die'] as const) {
    stage.kubelets.disturb(node, what);
    if (!(await isPrinted(run, TOLD[what]))) missed.push(`the run did not say ${TOLD[what]}`);
  }
  stage.kubelets.disturb(node, 'heal');
  const { exitCode, stdout, stderr } = await run.outcome;
  say(`${stdout}${stderr}`);
  return [
    ...missed,
    ...(exitCode === 0 ? [] : [`upgrade run ended with ${exitCode}`]),
    ...(await forced(stage)),
    ...(await hopProblems(stage, hop, zones)),
  ];
}

const isPrinted = (run: Command, text: string): Promise<boolean> =>
  Promise.race([
    run.printed(text).then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref()),
  ]);

async function forced({ cluster }: Stage): Promise<readonly string[]> {
  const deletes = (await requestsOf(cluster.auditLog, RUNNER_NAME)).filter(({ verb }) => verb.startsWith('delete'));
  return deletes
    .filter(({ objectRef }) => objectRef?.resource === 'pods' || objectRef?.resource === 'nodes')
    .map(({ requestURI }) => `the run deleted ${requestURI}`);
}
