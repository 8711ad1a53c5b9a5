import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Stage } from './stage.ts';

const MIB = 1024 * 1024;

/** What a stage costs now: memory of each process, and what lies in its folder. */
export async function figuresOf({ cluster, folder }: Stage): Promise<readonly string[]> {
  const parts = cluster.processes().map(({ name, rssBytes }) => `${name} ${inMiB(rssBytes)}`);
  const own = `EKS and kubelets ${inMiB(process.memoryUsage.rss())}`;
  return [`memory: ${[...parts, own].join(', ')}`, `disk: ${inMiB(await bytesIn(folder))}`];
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((all, size) => all + size, 0);
}

const inMiB = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;
