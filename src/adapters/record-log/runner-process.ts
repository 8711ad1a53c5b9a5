import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { RunnerProcess } from '#ports/record-log';
import { codeOf } from './disk-failure.ts';

/** This process, as its heartbeat names it. */
export function thisProcess(): Required<RunnerProcess> {
  return {
    host: hostname(),
    pid: process.pid,
    processStartedAt: statOf(process.pid)?.started ?? null,
    pidSpace: pidSpace(),
  };
}

/** Whether the process that wrote the note still lives; `unknown` on another host and in another container of this one. */
export function livenessOf({
  host,
  pid,
  processStartedAt,
  pidSpace: space,
}: RunnerProcess): 'alive' | 'dead' | 'unknown' {
  if (host !== hostname() || differ(space, pidSpace())) return 'unknown';
  if (!exists(pid)) return 'dead';
  const stat = statOf(pid);
  // A zombie does nothing any more: its parent has only not asked yet how it ended.
  return stat?.ended || differ(stat?.started, processStartedAt) ? 'dead' : 'alive';
}

/** Both are known, and they are not the same. */
const differ = (a: string | null | undefined, b: string | null | undefined): boolean => !!a && !!b && a !== b;

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 only asks
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

interface Stat {
  /** Boot id and ticks since boot (proc(5), field 22 of `stat`). */
  readonly started: string;
  /** State Z or X (field 3). */
  readonly ended: boolean;
}

/** Null where the system has no /proc. */
function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { started: `${boot}:${fields[19]}`, ended: /^[ZXx]$/.test(fields[0] ?? '') };
  } catch {
    return null;
  }
}

/** `pid:[4026531836]`; null where the system has no /proc. */
function pidSpace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}
