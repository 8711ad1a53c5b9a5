import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** A twin in another process, and how clients reach it. */
export interface ServedTwin {
  readonly awsUrl: string;
  readonly kubernetesUrl: string;
  readonly kubeconfig: string;
  readonly stop: () => Promise<void>;
}

const UPGRADE = fileURLToPath(new URL('../../bin/upgrade.js', import.meta.url));

/** `upgrade twin serve` as it is installed, with time as the wall clock ticks. */
export async function servedTwin(
  folder: string,
  scenario: string,
  settings: Readonly<Record<string, string>>,
): Promise<ServedTwin> {
  const file = join(folder, 'scenario.yaml');
  await writeFile(file, scenario);
  const sets = Object.entries(settings).flatMap(([path, value]) => ['--set', `${path}=${value}`]);
  const child = execa(
    process.execPath,
    [UPGRADE, 'twin', 'serve', '--scenario', file, '--clock', 'wall', '-o', 'json', ...sets],
    { stdin: 'ignore', stderr: 'inherit', reject: false, buffer: false, env: { TMPDIR: folder } },
  );
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), child.then(() => ['{}'])]);
  const stop = async () => {
    child.kill('SIGTERM');
    await child;
  };
  const start = JSON.parse(line[0] as string) as Omit<ServedTwin, 'stop'>;
  // Without an address a client would look for a cluster elsewhere.
  if (start.kubeconfig === undefined) throw new TypeError('upgrade twin serve ended before it served anything');
  return { ...start, stop };
}
