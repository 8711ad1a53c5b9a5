import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { runLane, type Verdict } from './lane.ts';
import { servedTwin } from './served-twin.ts';
import { toolFolder } from './tools.ts';

/** Each list has a twin of its own; they run side by side, because waiters of the AWS CLI sleep for half a minute. */
const LANES = {
  kubectl: { 'durations.podStop': '2s', 'durations.podStart': '2s', 'durations.podReady': '1s' },
  'aws-look': {},
  'aws-change': {
    'durations.controlPlane': '20s',
    'durations.nodegroupCreate': '10s',
    'durations.nodegroupConfigUpdate': '3s',
    'durations.nodegroupDelete': '10s',
    'durations.nodeJoin': '3s',
    'durations.nodeReady': '2s',
    'durations.addonUpdate': '4s',
  },
};

/** Holds unmodified kubectl, AWS CLI and boto3 against a served twin and a recorded list of expectations. Gives the exit code. */
export async function testClients(only = ''): Promise<number> {
  const started = performance.now();
  const tools = await toolFolder(say);
  const folder = await mkdtemp(join(tmpdir(), 'clients-'));
  try {
    const names = Object.keys(LANES).filter((it) => only === '' || it === only) as (keyof typeof LANES)[];
    const verdicts = (await Promise.all(names.map((name) => lane(name, tools, folder)))).flat();
    const failed = verdicts.filter((it) => it.problems.length > 0);
    for (const { what } of failed) say(`not met: ${what}`);
    say(`${verdicts.length} expectations in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    say(`${verdicts.length - failed.length} passed, ${failed.length} failed`);
    return failed.length === 0 && verdicts.length > 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function lane(name: keyof typeof LANES, tools: string, all: string): Promise<readonly Verdict[]> {
  const folder = join(all, name);
  await mkdir(folder);
  const twin = await servedTwin(folder, await scenario(), LANES[name]);
  try {
    const env = {
      PATH: `${tools}:${process.env.PATH ?? ''}`,
      HOME: folder,
      TMPDIR: folder,
      TERM: 'dumb',
      NO_PROXY: '127.0.0.1,localhost',
      KUBECONFIG: twin.kubeconfig,
      AWS_ENDPOINT_URL: twin.awsUrl,
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_DEFAULT_REGION: 'ap-northeast-1',
      FILES: fileURLToPath(new URL('files', import.meta.url)),
      SERVER: twin.kubernetesUrl,
    };
    const file = new URL(`expectations/${name}.yaml`, import.meta.url);
    return await runLane(file, { twin, env, folder, say: (line) => say(line.replace(/^/, `${name.padEnd(11)}`)) });
  } finally {
    await twin.stop();
  }
}

/** The cluster of the default scenario with a few workloads more. */
async function scenario(): Promise<string> {
  const [base, more] = await Promise.all(
    ['../../src/twin/scenario/ekstest.yaml', 'more-objects.yaml'].map(async (path) =>
      parse(await readFile(new URL(path, import.meta.url), 'utf8')),
    ),
  );
  return stringify({ ...base, objects: [...base.objects, ...more] }, { aliasDuplicateObjects: false });
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
