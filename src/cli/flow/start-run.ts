import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { LoadedRunbook } from '#runbook/load';
import type { OpenCluster, RunFolders } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import { wrongUse } from '../parse-option.ts';
import { chooseRenderer } from '../render/choose-renderer.ts';
import { formatPlan } from '../render/format-plan.ts';
import type { Renderer } from '../render/renderer.ts';
import { ask } from './ask.ts';
import { driveToEnd } from './drive-to-end.ts';
import { leaseToFollow } from './lease-to-follow.ts';
import { reachOf } from './reach.ts';
import { openRightCluster } from './right-cluster.ts';
import { exitOf, planFrom, showPlan } from './show-plan.ts';
import { stateFolderForNewRun } from './state-folder.ts';

/** `upgrade run`: a new run, from its first check to its end or its next stop. */
export async function startRun(call: Call): Promise<ExitCode> {
  const { composition, options } = call;
  if (options.dryRun) return showPlan(call);
  refusePlanOnly(call);
  const root = stateFolderForNewRun(call);
  const loaded = await composition.loadRunbook(call.arguments[0] ?? '');
  const renderer = await chooseRenderer(call, () => composition.time.now());
  const cluster = await openRightCluster(call, reachOf(call), loaded.runbook, renderer.notify);
  try {
    const takesFrom = await leaseToFollow(call, cluster);
    const question = await askAtStart(call, loaded, cluster, takesFrom);
    if (question.kind === 'ends') return question.exit;
    return await begin(call, {
      loaded,
      renderer,
      cluster,
      folders: await composition.runFolders(root),
      approved: question.approved,
      takesFrom,
    });
  } finally {
    await renderer.release();
    await cluster.close();
  }
}

function refusePlanOnly({ options }: Call): void {
  if (options.output === 'yaml' || options.output === 'markdown') {
    throw wrongUse(`-o ${options.output} prints a plan only`, 'add --dry-run, or use -o text or -o json');
  }
  if (options.snapshot !== undefined || options.scenario !== undefined) {
    throw wrongUse(
      'a snapshot or a scenario can only be planned',
      'add --dry-run; "upgrade twin serve" serves a scenario to run against',
    );
  }
}

type Answer =
  | { readonly kind: 'ends'; readonly exit: ExitCode }
  | { readonly kind: 'goes-on'; readonly approved: ReadonlySet<string> };

/** On a terminal the plan is shown and the question asked; elsewhere the run stops at the gate unless `--yes` was given. */
async function askAtStart(
  call: Call,
  loaded: LoadedRunbook,
  cluster: OpenCluster,
  takesFrom: string | undefined,
): Promise<Answer> {
  const { around, options } = call;
  const approved = new Set([...options.approve, ...(options.yes ? ['control-plane'] : [])]);
  if (!around.terminal || options.output === 'json') return { kind: 'goes-on', approved };
  const plan = await planFrom(call, loaded, { kind: 'cluster', cluster }, takesFrom);
  around.out(await formatPlan(plan, 'text', cluster.region));
  if (exitOf(plan) !== EXIT.done) return { kind: 'ends', exit: exitOf(plan) };
  if (options.yes) return { kind: 'goes-on', approved };
  const text = `Start to change ${cluster.cluster.name}? Type yes to start, anything else to leave it as it is: `;
  if (await ask(around, { text, yes: (answer) => answer === 'yes' }, new AbortController().signal)) {
    return { kind: 'goes-on', approved: approved.add('control-plane') };
  }
  around.err('Not started; nothing was changed.\n');
  return { kind: 'ends', exit: EXIT.blocked };
}

interface Beginning {
  readonly loaded: LoadedRunbook;
  readonly renderer: Renderer;
  readonly cluster: OpenCluster;
  readonly folders: RunFolders;
  readonly approved: ReadonlySet<string>;
  readonly takesFrom: string | undefined;
}

async function begin(call: Call, beginning: Beginning): Promise<ExitCode> {
  const { loaded, renderer, cluster, folders, approved, takesFrom } = beginning;
  const { composition, around, options } = call;
  const run = composition.newRunId(composition.time.now());
  const name = cluster.cluster.name;
  const log = await folders.create({ account: cluster.account, region: cluster.region, cluster: name, run });
  around.err(
    `The log of this run is on this machine only: ${log.place}\nTo go on elsewhere, move the folder with its parents, or keep it on a shared disk (--state).\n`,
  );
  if (takesFrom !== undefined)
    around.err(`The Lease of ${name} still names run ${takesFrom}, which will not go on: this run takes it.\n`);
  const { accept: accepted, newGroup: newNames } = options;
  const driver = await composition.start({
    id: run,
    loaded,
    log,
    cluster,
    notify: renderer.notify,
    by: around.user,
    accepted,
    newNames,
    ...(takesFrom !== undefined && { takesFrom }),
  });
  const { hop } = loaded.runbook;
  return driveToEnd({ call, run, hop, cluster: name, region: cluster.region, log, driver, renderer, approved });
}
