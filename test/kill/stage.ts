import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { loadScenario } from '#twin/scenario/load';
import { type StartedTwin, startedTwin } from '../demo/started-twin.ts';
import type { Change } from '../e2e/unhealthy.ts';
import { type Command, command } from './command.ts';

const UPGRADE = fileURLToPath(new URL('../../bin/upgrade.js', import.meta.url));
const DEMO = fileURLToPath(new URL('../../dist/demo.js', import.meta.url));

/** A twin of `ekstest` as a process of its own, with the time that moves by consent, and people who type `upgrade`. */
export interface Stage {
  readonly twin: StartedTwin;
  readonly folder: string;
  /** The state folder that is named where `types` is not told another one. */
  readonly state: string;
  /** `upgrade …` on the twin's time, as a process of its own; cluster, kubeconfig and state folder are added. */
  readonly types: (words: readonly string[], how?: How) => Command;
  /** One of the twin's control endpoints. */
  readonly control: <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;
  /** Returns when the twin holds this request; never, when it does not come. */
  readonly holds: (where: object) => Promise<void>;
  /** The ids of the runs in the state folder. */
  readonly runs: () => Promise<readonly string[]>;
  /** The folder of a run. */
  readonly logOf: (run: string) => string;
  readonly end: () => Promise<void>;
}

interface How {
  readonly state?: string;
  /** For node itself. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const OF_CLUSTER = ['111122223333', 'ap-northeast-1', 'ekstest'];

/** `change`: what is different from `ekstest`. */
export async function openStage(change: Change = (it) => it): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-kill-'));
  const scenario = join(folder, 'scenario.yaml');
  await writeFile(scenario, JSON.stringify(change(loadScenario('ekstest'))));
  const twin = await startedTwin(folder, UPGRADE, scenario);
  const ownState = join(folder, 'state');
  const environment = environmentOf(twin, folder);
  const commands = new Set<Command>();
  return {
    twin,
    folder,
    state: ownState,
    types: (words, { state = ownState, flags = [], env = {} } = {}) => {
      const reach = ['--cluster', 'ekstest', '--kubeconfig', twin.kubeconfig, '--state', state];
      const typed = [...flags, DEMO, 'runner', twin.file, ...words, ...reach];
      const it = command(typed, { ...environment, ...env });
      commands.add(it);
      return it;
    },
    control: (method, path, body) => control(twin, method, path, body),
    holds: (where) => holds(twin, where),
    runs: () => runsIn(join(ownState, ...OF_CLUSTER)),
    logOf: (run) => join(ownState, ...OF_CLUSTER, run),
    end: async () => {
      for (const it of commands) it.kill('SIGKILL');
      await Promise.all([...commands].map(({ outcome }) => outcome));
      await twin.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Nothing of the machine's own AWS and Kubernetes configuration. */
const environmentOf = ({ awsUrl }: StartedTwin, home: string): Readonly<Record<string, string>> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  AWS_ENDPOINT_URL: awsUrl,
  AWS_ACCESS_KEY_ID: 'AKIAEXAMPLEEXAMPLE00',
  AWS_SECRET_ACCESS_KEY: 'kill',
  AWS_REGION: 'ap-northeast-1',
  AWS_EC2_METADATA_DISABLED: 'true',
  NO_COLOR: '1',
});

async function control<T>(twin: StartedTwin, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${twin.controlUrl}/${path}`, {
    method,
    headers: { authorization: `Bearer ${twin.controlToken}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new TypeError(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The twin ends before an answer where the request does not come. */
function holds(twin: StartedTwin, where: object): Promise<void> {
  return new Promise((resolve) => {
    control(twin, 'POST', 'hold', where).then(
      () => resolve(),
      () => undefined,
    );
  });
}

const runsIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).then(
    (names) => names.sort(),
    () => [],
  );
