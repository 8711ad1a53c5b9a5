import type { Command, Outcome } from '../../kill/command.ts';
import { ANSWERS } from '../../kill/killed.ts';
import { requestsOf } from '../audit-log.ts';
import { auditProblems } from '../audit-problems.ts';
import { type Hop, quickRunbook } from '../hop.ts';
import { RUNNER_NAME } from '../hop-problems.ts';
import { kubectl } from '../kubectl.ts';
import { onStage } from '../on-stage.ts';
import type { RealCase } from '../real-case.ts';
import type { Stage } from '../stage.ts';

/** A node that was closed by somebody else before the run has to stay closed after it. */
export const pausedKilledAborted: RealCase = {
  name: 'a run that is paused, killed and resumed in the drain, and then aborted, gives back its own cordons alone',
  isShort: true,
  play: (hop, say) => onStage(hop, (stage) => givenUp(stage, hop, say)),
};

const EXITS = { paused: 4, aborted: 6 } as const;

async function givenUp(stage: Stage, hop: Hop, say: (text: string) => void): Promise<readonly string[]> {
  const [theirs = '', ...others] = stage.eks.world.store.list('nodes').map(({ metadata }) => metadata.name);
  await kubectl(stage.cluster, ['cordon', theirs]);
  const run = stage.types(['run', await quickRunbook(hop, stage.folder), ...ANSWERS]);
  const paused = await pausedIn(stage, run, 'evicting pod');
  const resumed = stage.types(['resume', ...ANSWERS]);
  await resumed.printed('evicting pod').catch(() => undefined);
  resumed.kill('SIGKILL');
  const killed = await resumed.outcome;
  await stage.types(['abort', '--why', 'the change window ends']).outcome;
  const aborted = await stage.types(['resume', ...ANSWERS]).outcome;
  for (const it of [paused, killed, aborted]) say(`${it.stdout}${it.stderr}`);
  return [
    ...(paused.exitCode === EXITS.paused ? [] : [`the paused run ended with ${paused.exitCode}`]),
    ...(killed.signal === 'SIGKILL' ? [] : [`the resumed run ended by itself with ${killed.exitCode}`]),
    ...(aborted.exitCode === EXITS.aborted ? [] : [`the aborted run ended with ${aborted.exitCode}`]),
    ...(await closedNodes(stage, theirs, others)),
    ...auditProblems(await requestsOf(stage.cluster.auditLog, RUNNER_NAME), [theirs]),
    ...stage.failures.map((it) => `EKS: ${it}`),
  ];
}

async function pausedIn(stage: Stage, run: Command, text: string): Promise<Outcome> {
  await run.printed(text).catch(() => undefined);
  await stage.types(['pause', '--why', 'lunch']).outcome;
  return run.outcome;
}

async function closedNodes({ cluster }: Stage, theirs: string, others: readonly string[]): Promise<readonly string[]> {
  const answer = await kubectl(cluster, ['get', 'nodes', '-o', 'json']);
  const { items } = JSON.parse(answer) as { readonly items: readonly Node[] };
  const closed = items.filter(({ spec }) => spec.unschedulable === true).map(({ metadata }) => metadata.name);
  return [
    ...(closed.includes(theirs) ? [] : [`node ${theirs}, closed by somebody else, is open`]),
    ...others.filter((it) => closed.includes(it)).map((it) => `node ${it}, closed by the run, is still closed`),
  ];
}

interface Node {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly unschedulable?: boolean };
}
