import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { kubernetesGet } from '../demo/kubernetes-get.ts';
import { eksGet, journalOf } from './seen-from-outside.ts';
import { type Outcome, runFolder, type ServedCluster, servedCluster, type Typed } from './served-cluster.ts';
import { atVersion, type Change } from './unhealthy.ts';

// They take half a minute; a busy machine takes longer.
const LONG = 120_000;
const PROMISE_MS = 2_000;

/** Short, but long enough to pause in. */
const QUICK = [
  'controlPlane=5s',
  // The nodes come up three seconds apart.
  'nodegroupCreate=8s',
  'nodegroupDelete=3s',
  'nodeJoin=1s',
  'nodeReady=500ms',
  'podStart=500ms',
  'podReady=500ms',
  'podStop=2s',
].map((it) => `durations.${it}`);

/** Types `pause` into a second process, in another folder, and measures until the run has ended. */
async function pause(
  cluster: ServedCluster,
  running: Typed,
  phase: string,
  where: readonly string[],
): Promise<Outcome> {
  const ended = running.outcome.then(() => Date.now());
  const typed = Date.now();
  const second = await cluster.types(['pause', '--why', phase, ...where], { cwd: '/' }).outcome;
  expect(second.exitCode, second.stderr).toBe(0);
  expect(second.stdout).toContain('"pause" is taken by the runner');
  const outcome = await running.outcome;
  const tookMs = (await ended) - (await lastEntry(outcome)).at;
  process.stdout.write(`pause in ${phase}: ${tookMs} ms from the entry, ${(await ended) - typed} ms from typing\n`);
  expect(outcome.exitCode, outcome.stderr).toBe(4);
  expect(outcome.stdout).toContain(`paused at "${phase}`);
  expect(tookMs).toBeLessThan(PROMISE_MS);
  return outcome;
}

/** The last control entry of the run whose resume command was printed. */
async function lastEntry({ stdout }: Outcome): Promise<{ readonly at: number }> {
  const [, run = '', state = ''] = /upgrade resume (\S+) --state (\S+)/.exec(stdout) ?? [];
  const folder = join(runFolder(state, run), 'control');
  const name =
    (await readdir(folder))
      .filter((it) => it.endsWith('.json'))
      .sort()
      .at(-1) ?? '';
  return JSON.parse(await readFile(join(folder, name), 'utf8'));
}

/** What the run printed to be typed next. */
function resumeCommand({ stdout }: Outcome): readonly string[] {
  const command = /^ +next +upgrade (resume .*)$/m.exec(stdout)?.[1];
  expect(command).toBeDefined();
  return (command ?? '').split(' ');
}

async function folder(cluster: ServedCluster, name: string): Promise<string> {
  const path = join(cluster.folder, name);
  await mkdir(path, { recursive: true });
  return path;
}

/** The hop of this repository with a bake of seconds. */
async function shortHop(cluster: ServedCluster): Promise<string> {
  const text = await readFile(fileURLToPath(new URL('../../runbooks/1.20-to-1.21.yaml', import.meta.url)), 'utf8');
  const file = join(cluster.folder, 'short.yaml');
  await writeFile(file, text.replace('bake: 10m', 'bake: 4s'));
  return file;
}

const countOf = async (cluster: ServedCluster, name: string): Promise<number> =>
  (await journalOf(cluster)).filter(({ operation }) => operation === name).length;

/** Nobody runs; the world goes on until this is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => void setTimeout(resolve, 100));
}

interface Groups {
  readonly nodegroups: readonly string[];
}

const isThere = async (cluster: ServedCluster, group: string): Promise<boolean> =>
  (await eksGet<Groups>(cluster, '/clusters/ekstest/node-groups')).nodegroups.includes(group);

interface Group {
  readonly nodegroup: { readonly status: string };
}

const isActive = async (cluster: ServedCluster, group: string): Promise<boolean> =>
  (await eksGet<Group>(cluster, `/clusters/ekstest/node-groups/${group}`)).nodegroup.status === 'ACTIVE';

const apiServerIsAt = async (cluster: ServedCluster, version: string): Promise<boolean> =>
  (await kubernetesGet<{ gitVersion: string }>(cluster, '/version')).gitVersion.startsWith(version);

it.concurrent('a pause takes effect within two seconds while the control plane and the new nodes are waited for; an update that ended meanwhile is recognised', {
  timeout: LONG,
}, async ({ onTestFinished }) => {
  const cluster = await servedCluster({ clock: 'wall', set: QUICK }, onTestFinished);
  const [here, there] = [await folder(cluster, 'here'), await folder(cluster, 'there')];
  const words = ['run', '1.20-to-1.21', '--cluster', 'ekstest', '--kubeconfig', cluster.kubeconfig];
  const run = cluster.types([...words, '--state', 'runs', '--yes'], { cwd: here });
  await run.printed('follow update');
  const atControlPlane = await pause(cluster, run, 'control plane', ['--state', join(here, 'runs')]);

  await until(() => apiServerIsAt(cluster, 'v1.21'));
  const resumed = cluster.types(resumeCommand(atControlPlane), { cwd: there });
  await resumed.printed('wait until node group managed-ng-21 is ACTIVE');
  expect(await countOf(cluster, 'eks:UpdateClusterVersion')).toBe(1);
  const atNewNodes = await pause(cluster, resumed, 'new nodes', ['--state', join(here, 'runs')]);

  await until(() => isActive(cluster, 'managed-ng-21'));
  const moved = join(there, 'moved');
  await rename(join(here, 'runs'), moved);
  const id = resumeCommand(atNewNodes)[1] ?? '';
  const again = cluster.types(['resume', '--state', '../moved', '--kubeconfig', cluster.kubeconfig], {
    cwd: await folder(cluster, 'there/below'),
  });
  await again.printed(`run ${id} goes on at "new nodes, growing"`);
  await again.printed('evicting pod');
  await pause(cluster, again, 'drain', ['--state', moved]);
  expect(await countOf(cluster, 'eks:UpdateClusterVersion')).toBe(1);
  expect(await countOf(cluster, 'eks:CreateNodegroup')).toBe(1);
});

it.concurrent('a pause takes effect within two seconds in the drain, the bake, the delete and the add-ons; the run goes on from elsewhere', {
  timeout: LONG,
}, async ({ onTestFinished }) => {
  const cluster = await servedCluster({ clock: 'wall', set: QUICK, change: controlPlaneThere }, onTestFinished);
  const where = ['--state', cluster.state];
  const run = cluster.types([
    'run',
    await shortHop(cluster),
    ...cluster.flags,
    '--yes',
    '--approve',
    'delete-old-nodes',
  ]);
  await run.printed('evicting pod');
  const atDrain = await pause(cluster, run, 'drain', where);

  const drained = cluster.types([...resumeCommand(atDrain), '--approve', 'delete-old-nodes'], { cwd: '/' });
  await drained.printed('── bake');
  // Without its folder: the Lease in the cluster says where the log is.
  const atBake = await pause(cluster, drained, 'bake', ['--cluster', 'ekstest', '--kubeconfig', cluster.kubeconfig]);

  const baked = cluster.types([...resumeCommand(atBake), '--approve', 'delete-old-nodes'], { cwd: '/' });
  await baked.printed('wait until node group managed-ng-20 is gone');
  const atDelete = await pause(cluster, baked, 'old nodes', where);

  await until(async () => !(await isThere(cluster, 'managed-ng-20')));
  const deleted = cluster.types(resumeCommand(atDelete), { cwd: '/' });
  await deleted.printed('follow update');
  await pause(cluster, deleted, 'add-ons', where);
  for (const act of ['eks:CreateNodegroup', 'eks:DeleteNodegroup', 'eks:UpdateAddon'])
    expect(await countOf(cluster, act), act).toBe(1);
});

/** The first half of the upgrade has been done by somebody else. */
const controlPlaneThere: Change = (it) => withoutOwnPaces(atVersion('1.21')(it));

/** All pods start and stop as fast as the scenario says, also those that have a pace of their own. */
const withoutOwnPaces: Change = (it) =>
  JSON.parse(JSON.stringify(it), (key, value) => (key.startsWith('twin/') ? undefined : value));
