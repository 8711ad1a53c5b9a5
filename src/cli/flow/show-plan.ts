import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { Plan } from '#plan/plan';
import type { LoadedRunbook } from '#runbook/load';
import type { PlanOf } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import { wrongUse } from '../parse-option.ts';
import { formatPlan } from '../render/format-plan.ts';
import { plainRenderer } from '../render/plain.ts';
import { leaseToPlanWith } from './lease-to-follow.ts';
import { reachOf } from './reach.ts';
import { openRightCluster } from './right-cluster.ts';

/** `upgrade plan`, `upgrade run --dry-run`: the plan on standard output; 0 when it can be carried out, 3 when it is blocked. */
export async function showPlan(call: Call): Promise<ExitCode> {
  const { composition, options, around } = call;
  const loaded = await composition.loadRunbook(call.arguments[0] ?? '');
  const { plan, region } = await planned(call, loaded);
  around.out(await formatPlan(plan, options.output, region));
  return exitOf(plan);
}

export const exitOf = ({ verdict }: Plan): ExitCode => (verdict.kind === 'blocked' ? EXIT.blocked : EXIT.done);

async function planned(call: Call, loaded: LoadedRunbook): Promise<{ readonly plan: Plan; readonly region?: string }> {
  const { snapshot, scenario, set } = call.options;
  if (snapshot !== undefined && scenario !== undefined)
    throw wrongUse('--snapshot and --scenario exclude each other', 'give one of them');
  if (snapshot !== undefined) return { plan: await planFrom(call, loaded, { kind: 'snapshot', file: snapshot }) };
  if (scenario !== undefined) return { plan: await planFrom(call, loaded, { kind: 'scenario', scenario, set }) };
  const notify = plainRenderer(() => call.composition.time.now(), call.around.err).notify;
  const cluster = await openRightCluster(call, reachOf(call), loaded.runbook, notify);
  try {
    const takesFrom = await leaseToPlanWith(call, cluster);
    return { plan: await planFrom(call, loaded, { kind: 'cluster', cluster }, takesFrom), region: cluster.region };
  } finally {
    await cluster.close();
  }
}

/** The plan of this hop on the given world; `takesFrom`: the run whose Lease may be taken. */
export const planFrom = (
  { composition, options: { accept: accepted, newGroup: newNames } }: Call,
  loaded: LoadedRunbook,
  from: PlanOf['from'],
  takesFrom?: string,
): Promise<Plan> =>
  composition.plan({ loaded, accepted, newNames, from, ...(takesFrom !== undefined && { takesFrom }) });
