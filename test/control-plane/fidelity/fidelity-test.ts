import { rm, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { inLanes } from '../../kill/in-lanes.ts';
import { leftBehind } from '../cluster/left-behind.ts';
import { type ClusterOptions, startCluster } from '../cluster/real-cluster.ts';
import { temporaryFolder } from '../cluster/temporary-folder.ts';
import { startKubelets } from '../kubelet/kubelets.ts';
import { openRequests } from '../kubelet/requests.ts';
import { type Comparison, compare } from './compare.ts';
import { lotsOf } from './lots-of.ts';
import { makeWorld } from './make-world.ts';
import { openRealSide } from './real-side.ts';
import { isEqualEnough, reportOf, summaryOf } from './report.ts';
import { play } from './side.ts';
import { TIMES } from './times.ts';
import { openTwinSide } from './twin-side.ts';

/** Worlds at the same time: most of the time each waits for the cluster. */
const LANES = 6;

/** Plays worlds that follow from a seed on a real control plane and on the twin, and compares; gives the exit code. The last line counts. */
export async function fidelityTest(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string', default: '1' },
      scenarios: { type: 'string', default: '200' },
      version: { type: 'string', default: '1.36.3' },
      only: { type: 'string' },
      report: { type: 'string' },
    },
  });
  const seed = Number(values.seed);
  const all = Array.from({ length: Number(values.scenarios) }, (_, index) => index);
  const chosen = values.only === undefined ? all : [Number(values.only)];
  const folder = await temporaryFolder();
  const compared = await compareAll(seed, chosen, { version: `v${values.version.replace(/^v/, '')}`, folder });
  if (values.report !== undefined) await writeFile(values.report, reportOf(compared));
  else if (chosen.length === 1) say(reportOf(compared));
  const left = await leftBehind(folder);
  for (const it of left) say(it);
  say(summaryOf(compared));
  return isEqualEnough(compared) && left.length === 0 ? 0 : 1;
}

async function compareAll(
  seed: number,
  indexes: readonly number[],
  of: ClusterOptions,
): Promise<readonly Comparison[]> {
  const endings: (() => Promise<unknown>)[] = [];
  try {
    const stage = await openStage(of, endings);
    return await inLanes(indexes, LANES, (index) => compareOne(seed, index, stage));
  } finally {
    for (const it of endings.reverse()) await it();
  }
}

async function openStage({ version, folder }: ClusterOptions, endings: (() => Promise<unknown>)[]): Promise<Stage> {
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const cluster = await startCluster({ version, folder });
  endings.push(() => cluster.stop());
  const kubelets = startKubelets({
    url: cluster.url,
    caPem: cluster.caPem,
    token: cluster.token('kubelets'),
    podStartMs: TIMES.podStart,
    podReadyMs: TIMES.podReady,
    podStopMs: TIMES.podStop,
  });
  endings.push(() => kubelets.close());
  const requests = await openRequests(cluster.url, cluster.caPem, cluster.token('admin'));
  endings.push(async () => requests.close());
  return { kubelets, requests, minor: version.slice(1).split('.').slice(0, 2).join('.') };
}

interface Stage {
  readonly kubelets: ReturnType<typeof startKubelets>;
  readonly requests: Awaited<ReturnType<typeof openRequests>>;
  readonly minor: string;
}

async function compareOne(seed: number, index: number, { kubelets, requests, minor }: Stage): Promise<Comparison> {
  const world = makeWorld(seed, index);
  const side = await openRealSide(requests, kubelets, world);
  const real = await play(world, side, () => undefined);
  await side.clear();
  const { lots, step } = lotsOf(real);
  const twin = await play(world, openTwinSide(world, minor, lots), step);
  const compared = compare(world, real, twin);
  for (const { step, what, of, real, twin } of compared.differences)
    say(`${world.name} step ${step}: ${what} ${of}\n  real: ${real}\n  twin: ${twin}`);
  return compared;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
