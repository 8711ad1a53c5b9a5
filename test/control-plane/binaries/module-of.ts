import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bumpsOf } from './bumps.ts';
import type { Go } from './go.ts';

/** The source of the command that is built. */
export const COMMAND = fileURLToPath(new URL('command/main.go', import.meta.url));

/**
 * Writes into `folder` a Go module with our command that takes Kubernetes of this version from the module proxy. Gives the
 * folder of Kubernetes' own module.
 */
export async function writeModule(folder: string, version: string, go: Go): Promise<string> {
  await mkdir(join(folder, 'command'), { recursive: true });
  await copyFile(COMMAND, join(folder, 'command', 'main.go'));
  await writeFile(join(folder, 'go.mod'), 'module control-plane\n');
  const { Dir } = JSON.parse(await go.run('mod', 'download', '-json', `k8s.io/kubernetes@${version}`)) as {
    Dir: string;
  };
  await writeFile(join(folder, 'go.mod'), goMod(await readFile(join(Dir, 'go.mod'), 'utf8'), version));
  await writeFile(
    join(folder, 'go.sum'),
    `${await text(join(Dir, 'go.sum'))}\n${await text(join(Dir, 'go.work.sum'))}`,
  );
  const bumps = bumpsOf(version).map((it) => `-replace=${it.split('@')[0]}=${it}`);
  await go.run('mod', 'edit', `-require=k8s.io/kubernetes@${version}`, ...bumps);
  return Dir;
}

/**
 * Upstream's go.mod for a module outside of its tree. Upstream takes its parts from `./staging/src`, and those folders are
 * modules of their own, so the zip of the module does not hold them: v0.Y.Z of each is published with Kubernetes v1.Y.Z.
 */
export const goMod = (upstream: string, version: string): string =>
  upstream
    .replace(/^module .*/m, 'module control-plane')
    .replaceAll(/=> \.\/staging\/src\/(\S+)/g, `=> $1 v0.${version.replace('v1.', '')}`)
    .replaceAll(/^\tk8s\.io\/kubernetes => .*\n/gm, '');

/** Older versions have no go.work.sum. */
const text = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
