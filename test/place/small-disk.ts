import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A disk of its own, of one MiB, in memory. */
export interface SmallDisk {
  /** A folder on it, for runs. */
  readonly state: string;
  /** Takes all the room there is left. */
  readonly fill: () => void;
  readonly makeRoom: () => void;
  /** Makes it read-only, or writable again. */
  readonly remount: (how: 'ro' | 'rw') => void;
}

/** Why this machine cannot mount one; null where it can. */
export const whyNoDisk: string | null = tryOne();

/** A small disk until the test is finished. */
export function aSmallDisk(): SmallDisk {
  const folder = mounted();
  const filling = join(folder, 'filling');
  onTestFinished(() => unmounted(folder));
  return {
    state: join(folder, 'state'),
    fill: () => fill(filling),
    makeRoom: () => rmSync(filling),
    remount: (how) => void execFileSync('mount', ['-o', `remount,${how}`, folder]),
  };
}

function mounted(): string {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  return folder;
}

function unmounted(folder: string): void {
  execFileSync('umount', ['-l', folder]);
  rmdirSync(folder);
}

function fill(file: string): void {
  for (const chunk of [65_536, 4_096, 1]) {
    try {
      for (;;) writeFileSync(file, 'x'.repeat(chunk), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

function tryOne(): string | null {
  try {
    unmounted(mounted());
    return null;
  } catch (error) {
    return `no disk can be mounted here: ${(error as Error).message.trim().replaceAll('\n', ' ')}`;
  }
}
