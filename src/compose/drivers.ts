import { randomUUID } from 'node:crypto';
import { livenessOf, thisProcess } from '#adapters/record-log/runner-process';
import { idOf } from '#engine/author/procedure';
import { claim } from '#engine/claim';
import { drive } from '#engine/drive';
import type { Ending, Host } from '#engine/host';
import { readHead } from '#engine/read-log';
import type { RunHeader, RunRecord } from '#engine/record';
import { startRun } from '#engine/start';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunnerProcess } from '#ports/record-log';
import type { Time } from '#ports/time';
import { toProcedureInput } from '#runbook/procedure-input';
import type { Driver, NewRun, OldRun } from './composition.ts';
import { targetOf } from './described-cluster.ts';
import { makeHost } from './host.ts';
import { placeOf, procedureOf, procedureOfRecord } from './procedure-of.ts';
import { refuseLostCluster } from './refuse-lost-lease.ts';
import { refuseUnfit } from './refuse-unfit.ts';

interface With {
  readonly tool: string;
  readonly time: Time;
}

const newRunner = (): Host['runner'] => ({ owner: randomUUID(), ...thisProcess() });

const processOf = ({ owner: _, ...process }: Host['runner']): RunnerProcess => process;

/** Writes the first record; from then on the run can be resumed. */
export async function startDriver(run: NewRun, { tool, time }: With): Promise<Driver> {
  const { log, cluster, notify, loaded } = run;
  const procedure = procedureOf(loaded.runbook.strategy);
  const runner = newRunner();
  const started = await startRun(
    log,
    { run: run.id, procedure, header: headerOf(run), tool, owner: runner.owner, runner: processOf(runner) },
    time.now(),
  );
  if (started.kind === 'superseded')
    throw held(`run ${run.id} was begun by another runner (${started.by})`, 'try again');
  const { hop } = loaded.runbook;
  notify({
    code: 'run-started',
    data: { run: run.id, hop: `${hop.from}-to-${hop.to}`, cluster: cluster.cluster.name, state: log.place },
  });
  const host = makeHost({ procedure, log, ports: { ...cluster.ports, notify }, tool, runner });
  return driver(host, started.stored.record);
}

function headerOf({ id, loaded, log, cluster, by, accepted, newNames, takesFrom }: NewRun): RunHeader {
  const { from, to } = loaded.runbook.hop;
  const particulars = {
    runId: id,
    cluster: cluster.cluster.name,
    accepted,
    newNames,
    owner: by,
    log: log.place,
    ...(takesFrom !== undefined && { takesFrom }),
  };
  return {
    hop: `${from}-to-${to}`,
    target: targetOf(cluster.cluster),
    runbook: loaded.bytes,
    by,
    input: toProcedureInput(loaded.runbook, particulars),
  };
}

/** Takes over a run that may be resumed; throws where it may not, and leaves its log untouched. */
export async function resumeDriver({ log, cluster, notify, takeOver }: OldRun, { tool, time }: With): Promise<Driver> {
  const runner = newRunner();
  const head = await readHead(log);
  if (head === null) throw held(`the log in ${log.place} is empty`, 'start a new run');
  const procedure = procedureOfRecord(head.record);
  await refuseUnfit(log, head.record, procedure, targetOf(cluster.cluster));
  const mayRetakeLease = takeOver === 'now';
  await refuseLostCluster(cluster.ports.kubernetes, head.record, { log, mayRetake: mayRetakeLease });
  const writer = { tool, procedure: idOf(procedure), owner: runner.owner };
  const claimed = await claim({ log, time, writer, runner: processOf(runner), takeOver, liveness: livenessOf });
  if (claimed.kind === 'held')
    throw held(`run ${head.record.run} is held: ${claimed.why}`, 'look at it first: upgrade status');
  if (claimed.kind === 'over') return overDriver(claimed.record);
  if (claimed.kind !== 'claimed')
    throw held(`run ${head.record.run} was taken by another runner at this moment`, 'look at it: upgrade status');
  const host = makeHost({ procedure, log, ports: { ...cluster.ports, notify }, tool, runner, mayRetakeLease });
  return driver(host, claimed.record);
}

/** It ended between the look and the claim: there is nothing left to drive. */
function overDriver(record: RunRecord): Driver {
  const { ending } = placeOf(record);
  if (ending === null) throw held(`run ${record.run} has ended as "${record.state}"`, 'look at it: upgrade status');
  return { drive: async () => ({ kind: ending, record }) };
}

/** The same runner may drive again after a gate was answered; that it took the run over is told once. */
function driver(host: Host, first: RunRecord): Driver {
  let told = false;
  const notify: Host['notify'] = (message) => {
    if (message.code === 'run-resumed' && told) return;
    told ||= message.code === 'run-resumed';
    host.notify(message);
  };
  let head = first;
  return {
    drive: async (): Promise<Ending> => {
      const ending = await drive({ ...host, notify }, head);
      if (ending.kind !== 'superseded') head = ending.record;
      return ending;
    },
  };
}

const held = (message: string, hint: string): UpgradeError =>
  new UpgradeError('RunHeld', message, { hint, exit: EXIT.held });
