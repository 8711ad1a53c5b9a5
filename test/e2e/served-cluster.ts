import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { loadScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import type { StartLine } from '../demo/started-twin.ts';

const UPGRADE = fileURLToPath(new URL('../../bin/upgrade.js', import.meta.url));
const DEMO = fileURLToPath(new URL('../../dist/demo.js', import.meta.url));

/** What a command printed and gave. */
export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command under way. */
export interface Typed {
  readonly outcome: Promise<Outcome>;
  /** Resolves when a line with this text has been printed; rejects when the command ends before. */
  readonly printed: (text: string) => Promise<void>;
}

/** A twin served by another process, and an operator with the packaged command. */
export interface ServedCluster extends StartLine {
  /** Of the test; holds the state folder `state`. Gone after the test. */
  readonly folder: string;
  readonly state: string;
  /** `--cluster … --kubeconfig … --state …` */
  readonly flags: readonly string[];
  /** `upgrade …` on the clock of the machine. */
  readonly types: (words: readonly string[], how?: How) => Typed;
  /** `upgrade …` on the twin's time. */
  readonly typesOnTwinTime: (words: readonly string[], how?: How) => Typed;
}

interface How {
  /** Working folder. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface ServeOf {
  readonly clock: 'consent' | 'wall';
  /** What is different from `ekstest`. */
  readonly change?: (scenario: Scenario) => Scenario;
  /** `--set` of `twin serve`: `durations.controlPlane=8s`. */
  readonly set?: readonly string[];
}

/** Serves `ekstest`, changed as wished, until the test is finished. A concurrent test gives its own `onTestFinished`. */
export async function servedCluster(
  { clock, change, set = [] }: ServeOf,
  finished: typeof onTestFinished = onTestFinished,
): Promise<ServedCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-e2e-'));
  const scenario = change === undefined ? 'ekstest' : await scenarioFile(folder, change(loadScenario('ekstest')));
  const sets = set.flatMap((it) => ['--set', it]);
  const words = [UPGRADE, 'twin', 'serve', '--scenario', scenario, '--clock', clock, ...sets, '-o', 'json'];
  const twin = execa(process.execPath, words, { stdin: 'ignore', stderr: 'inherit', reject: false, buffer: false });
  finished(async () => {
    twin.kill('SIGTERM');
    await twin;
    await rm(folder, { recursive: true, force: true });
  });
  const [line] = (await once(createInterface(twin.stdout), 'line')) as [string];
  const start = JSON.parse(line) as StartLine;
  const file = join(folder, 'twin.json');
  await writeFile(file, line, { mode: 0o600 });
  const state = join(folder, 'state');
  const env = environmentOf(start, folder);
  const typing = typist(env, finished);
  return {
    ...start,
    folder,
    state,
    flags: ['--cluster', 'ekstest', '--kubeconfig', start.kubeconfig, '--state', state],
    types: (typed, how) => typing([UPGRADE, ...typed], how),
    typesOnTwinTime: (typed, how) => typing([DEMO, 'runner', file, ...typed], how),
  };
}

/** The folder of a run of `ekstest` below a state folder. */
export const runFolder = (state: string, run: string): string =>
  join(state, '111122223333/ap-northeast-1/ekstest', run);

async function scenarioFile(folder: string, scenario: Scenario): Promise<string> {
  const file = join(folder, 'scenario.yaml');
  await writeFile(file, JSON.stringify(scenario));
  return file;
}

/** Nothing of the machine's own AWS and Kubernetes configuration. */
const environmentOf = ({ awsUrl }: StartLine, home: string): Readonly<Record<string, string>> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  AWS_ENDPOINT_URL: awsUrl,
  AWS_ACCESS_KEY_ID: 'AKIAEXAMPLEEXAMPLE00',
  AWS_SECRET_ACCESS_KEY: 'e2e',
  AWS_REGION: 'ap-northeast-1',
  AWS_EC2_METADATA_DISABLED: 'true',
  NO_COLOR: '1',
});

const typist =
  (env: Readonly<Record<string, string>>, finished: typeof onTestFinished) =>
  (words: readonly string[], { cwd, env: more }: How = {}): Typed => {
    const child = execa(process.execPath, words, {
      env: { ...env, ...more },
      extendEnv: false,
      stdin: 'ignore',
      all: true,
      reject: false,
      ...(cwd === undefined ? {} : { cwd }),
    });
    // A test that fails leaves none behind.
    finished(() => void child.kill('SIGKILL'));
    let text = '';
    const waiting = new Set<() => void>();
    child.all.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      for (const look of waiting) look();
    });
    const outcome = child.then(({ exitCode = 1, stdout, stderr }) => ({ exitCode, stdout, stderr }));
    return { outcome, printed: (wanted) => printed(wanted, () => text, waiting, outcome) };
  };

function printed(
  wanted: string,
  text: () => string,
  waiting: Set<() => void>,
  outcome: Promise<Outcome>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!text().includes(wanted)) return;
      waiting.delete(look);
      resolve();
    };
    waiting.add(look);
    look();
    void outcome.then(() => reject(new Error(`"${wanted}" was never printed:\n${text()}`)));
  });
}
