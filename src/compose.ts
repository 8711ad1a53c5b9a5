import { randomBytes } from 'node:crypto';
import { type Changes, createChanges } from '#adapters/clock/changes';
import { createWallTime } from '#adapters/clock/wall';
import type { Time } from '#ports/time';
import type { Composition } from './compose/composition.ts';
import { packageFile, toolVersion } from './compose/package-folder.ts';
import { patience } from './compose/patience.ts';
import { runId } from './compose/run-id.ts';

/** What is plugged into what, on the clock of the machine. */
export async function compose(): Promise<Composition> {
  const changes = createChanges();
  return composed(createWallTime(changes), changes);
}

/** The same for a served twin whose time moves by consent: for the demo and for tests. */
export async function composeOnTwinTime(
  controlUrl: string,
  controlToken: string,
  shown: (time: Time) => Time = (it) => it,
): Promise<Composition> {
  const { openConsentTime } = await import('#adapters/clock/consent');
  const changes = createChanges();
  const time = await openConsentTime({ controlUrl, controlToken, runner: randomBytes(8).toString('hex'), changes });
  return composed(shown(time), changes);
}

// Each part is imported when it is first used: `status` must not load an SDK.
function composed(time: Time, changes: Changes): Composition {
  // The SDK would print a warning about Node 20 at each start; it looks at this when it is imported.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const tool = toolVersion();
  return {
    tool,
    time,
    newRunId: (now) => runId(now, randomBytes(2).toString('hex')),
    loadRunbook: async (hop) => {
      const [{ findRunbook }, { loadRunbook }] = await Promise.all([import('#runbook/find'), import('#runbook/load')]);
      return loadRunbook(findRunbook(hop, packageFile('runbooks')));
    },
    graph: async ({ runbook }) => {
      const [{ procedureGraph }, { procedureOf }] = await Promise.all([
        import('#procedures/graph'),
        import('./compose/procedure-of.ts'),
      ]);
      return procedureGraph(procedureOf(runbook.strategy), runbook.addons);
    },
    runFolders: async (root) => (await import('./compose/run-folders.ts')).runFolders(root),
    runAt: async (folder) => (await import('./compose/run-folders.ts')).runAt(folder),
    placeOf: async (record) => (await import('./compose/procedure-of.ts')).placeOf(record),
    liveness: async (note) => (await import('#adapters/record-log/runner-process')).livenessOf(note),
    judgeControl: async (record, asked) =>
      (await import('./compose/judge-control.ts')).judgeControl(record, asked, time.now()),
    appendControl: async (log, asked) =>
      (await import('#engine/control')).appendControl(log, { ...asked, at: time.now() }),
    patience,
    openCluster: async (reach, notify) =>
      (await import('./compose/open-cluster.ts')).openCluster(reach, { changes, time, notify }),
    readHolder: async (cluster) => (await import('./compose/read-holder.ts')).readHolder(cluster),
    start: async (run) => (await import('./compose/drivers.ts')).startDriver(run, { tool, time }),
    resume: async (run) => (await import('./compose/drivers.ts')).resumeDriver(run, { tool, time }),
    plan: async (of) => (await import('./compose/planning.ts')).planned(of, tool),
    permissions: async (of) => (await import('./compose/permissions.ts')).permissionsFor(of),
    serveTwin: async (of) => (await import('./compose/serving.ts')).served(of, time),
    startLine: async (served, clock) => (await import('#twin/http/start-line')).startLine(served, clock),
  };
}
