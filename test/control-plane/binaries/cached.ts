import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Folder of what this control plane is made of; outside of the tree, kept from run to run. */
export const cacheFolder = (): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'upgrade-control-plane');

/** The cached folder `key`; when there is none, `make` fills a draft first, which becomes it when whole. */
export async function cached(key: string, make: (draft: string) => Promise<void>): Promise<string> {
  const caches = cacheFolder();
  const folder = join(caches, key);
  await mkdir(caches, { recursive: true });
  await removeAbandoned(caches);
  if (existsSync(folder)) return folder;
  const draft = await mkdtemp(join(caches, `draft-${process.pid}-`));
  try {
    await make(draft);
    await rename(draft, folder);
  } catch (thrown) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have been faster; what it made is as good.
    if (!existsSync(folder)) throw thrown;
  }
  return folder;
}

/** Drafts of processes that were killed over them. */
async function removeAbandoned(caches: string): Promise<void> {
  const abandoned = (await readdir(caches)).filter((name) => {
    const owner = /^draft-(\d+)-/.exec(name)?.[1];
    return owner !== undefined && !isAlive(Number(owner));
  });
  for (const name of abandoned) await rm(join(caches, name), { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
