import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { livenessOf, thisProcess } from '#adapters/record-log/runner-process';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const HAS_PROC = existsSync('/proc/self/stat');

/** A process that has ended and whose parent never asks how. */
async function zombie(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(parent);
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  await new Promise((resolve) => setTimeout(resolve, 300));
  return Number(line.toString());
}

describe('a runner is taken for', () => {
  it('alive while its process is', () => {
    expect(livenessOf(thisProcess())).toBe('alive');
  });

  it('alive when an older version did not say in which space its number counts', () => {
    const { pidSpace: _, ...older } = thisProcess();
    expect(livenessOf(older)).toBe('alive');
  });

  it('dead when its process is gone', async () => {
    const child = spawn('true');
    await once(child, 'exit');
    expect(livenessOf({ ...thisProcess(), pid: child.pid ?? 0 })).toBe('dead');
  });

  it('dead when its number belongs to another process now', () => {
    expect(livenessOf({ ...thisProcess(), processStartedAt: 'another boot:1' })).toBe(HAS_PROC ? 'dead' : 'alive');
  });

  it.runIf(HAS_PROC)('dead when it has ended and its parent has not asked how', async () => {
    const pid = await zombie();
    expect(() => process.kill(pid, 0)).not.toThrow();
    expect(livenessOf({ ...thisProcess(), pid, processStartedAt: null })).toBe('dead');
  });

  it('unknown on another host', () => {
    expect(livenessOf({ ...thisProcess(), host: 'elsewhere' })).toBe('unknown');
  });

  it.runIf(HAS_PROC)('unknown in another container of this host, where its number means nothing here', () => {
    const elsewhere = { ...thisProcess(), pidSpace: 'pid:[1]' };
    expect(livenessOf({ ...elsewhere, pid: 2_000_000_000 })).toBe('unknown');
    expect(livenessOf(elsewhere)).toBe('unknown');
  });
});
