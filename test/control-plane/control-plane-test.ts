import process from 'node:process';
import { parseArgs } from 'node:util';
import { inLanes } from '../kill/in-lanes.ts';
import { kubernetesBinary } from './binaries/kubernetes-binary.ts';
import { versionOf } from './binaries/versions.ts';
import { CASES } from './cases/index.ts';
import { type Hop, hopOf } from './hop.ts';
import type { RealCase } from './real-case.ts';

const PAIR = '1.36-1.37';
/** Each with a control plane of its own, about 700 MiB; most of the time they wait. */
const LANES = 2;
const MIB = 1024 * 1024;

/** Builds what is missing, plays the cases of one hop on a real control plane, and looks for what is left behind; gives the exit code. The last line counts. */
export async function controlPlaneTest(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      pair: { type: 'string', default: PAIR },
      only: { type: 'string', default: '' },
      long: { type: 'boolean', default: false },
      show: { type: 'boolean', default: false },
    },
  });
  const hop = hopOf(values.pair);
  await build(hop);
  const chosen = CASES.filter((it) => it.name.includes(values.only))
    .filter((it) => values.long || values.only !== '' || it.isShort)
    .filter(({ isFor = () => true }) => isFor(hop));
  const results = await inLanes(chosen, LANES, (it) => isRight(it, hop, values.show));
  const failed = results.filter((right) => !right).length;
  say(`${chosen.length - failed} passed, ${failed} failed`);
  return failed === 0 && chosen.length > 0 ? 0 : 1;
}

async function build({ from, to }: Hop): Promise<void> {
  for (const minor of [from, to]) {
    const version = versionOf(minor);
    const { bytes, builtInMs, peakBytes } = await kubernetesBinary(version);
    const how =
      builtInMs === null
        ? 'from the cache'
        : `built in ${inSeconds(builtInMs)}, at most ${inMiB(peakBytes ?? 0)} of memory`;
    say(`Kubernetes ${version}: ${inMiB(bytes)}, ${how}`);
  }
}

async function isRight(it: RealCase, hop: Hop, show: boolean): Promise<boolean> {
  const began = performance.now();
  const told: string[] = [];
  const tell = (text: string) => void (show ? say(text) : told.push(text));
  const all = await it
    .play(hop, tell, (text) => say(`       ${text}`))
    .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  say(
    `${all.length === 0 ? 'ok    ' : 'FAILED'} ${hop.from} → ${hop.to}: ${it.name} (${inSeconds(performance.now() - began)})`,
  );
  for (const problem of all) say(`  ${problem.replaceAll('\n', '\n    ')}`);
  if (all.length > 0) for (const text of told) say(text);
  return all.length === 0;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const inSeconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
const inMiB = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;
