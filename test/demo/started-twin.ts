import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** What `upgrade twin serve -o json` prints once it listens. */
export interface StartLine {
  readonly awsUrl: string;
  readonly kubernetesUrl: string;
  readonly kubeconfig: string;
  readonly caPem: string;
  readonly token: string;
  readonly controlUrl: string;
  readonly controlToken: string;
}

export interface StartedTwin extends StartLine {
  /** File that holds the start line, 0600. */
  readonly file: string;
  readonly stop: () => Promise<void>;
}

/** The packaged command, seen from the bundle in dist/. */
export const UPGRADE = fileURLToPath(new URL('../bin/upgrade.js', import.meta.url));

/** `upgrade twin serve` as a process of its own, with the time that moves by consent. `upgrade` is the command's own file, `scenario` a name or a file. */
export async function startedTwin(
  folder: string,
  upgrade: string = UPGRADE,
  scenario = 'ekstest',
): Promise<StartedTwin> {
  const child = execa(
    process.execPath,
    [upgrade, 'twin', 'serve', '--scenario', scenario, '--clock', 'consent', '-o', 'json'],
    { stdin: 'ignore', stderr: 'inherit', reject: false, buffer: false },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const file = join(folder, 'twin.json');
  await writeFile(file, line, { mode: 0o600 });
  const stop = async () => {
    child.kill('SIGTERM');
    await child;
  };
  return { ...(JSON.parse(line) as StartLine), file, stop };
}
