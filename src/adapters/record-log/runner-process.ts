import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { RunnerNote } from '#ports/record-log';
import { codeOf } from './disk-failure.ts';

/** This process, as its heartbeat names it. */
export function thisProcess(): Pick<RunnerNote, 'host' | 'pid' | 'processStartedAt'> {
  return { host: hostname(), pid: process.pid, processStartedAt: startOf(process.pid) };
}

/** Whether the process that wrote the note still lives; `unknown` when it is on another host. */
export function livenessOf(note: Pick<RunnerNote, 'host' | 'pid' | 'processStartedAt'>): 'alive' | 'dead' | 'unknown' {
  if (note.host !== hostname()) return 'unknown';
  if (!exists(note.pid)) return 'dead';
  const started = startOf(note.pid);
  const reused = started !== null && note.processStartedAt !== null && started !== note.processStartedAt;
  return reused ? 'dead' : 'alive';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 only asks
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Boot id and ticks since boot (proc(5), field 22 of `stat`); null where the system has no /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
  } catch {
    return null;
  }
}
