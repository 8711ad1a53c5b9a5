import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { makeRunFolder, openRunFolder } from '#adapters/record-log/run-folder';
import { listRuns, runFolder } from '#adapters/record-log/run-places';
import type { RunFolders, RunPlace } from './composition.ts';

/** The runs below a state folder, oldest first. */
export function runFolders(root: string): RunFolders {
  return {
    root,
    list: async (where) => [...(await listRuns(root, where))].sort((a, b) => (a.run < b.run ? -1 : 1)),
    open: (place) => openRunFolder(runFolder(root, place)),
    create: (place) => makeRunFolder(runFolder(root, place)),
  };
}

/** A run by the path of its folder; null when there is no run in it. */
export function runAt(path: string): { readonly root: string; readonly place: RunPlace } | null {
  const folder = resolve(path);
  const [run, cluster, region, account] = folder.split(sep).reverse();
  if (!run || !cluster || !region || !account || !existsSync(join(folder, 'records'))) return null;
  return { root: resolve(folder, '../../../..'), place: { account, region, cluster, run } };
}
