import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** A process as the kernel shows it. */
export interface Process {
  readonly pid: number;
  readonly ppid: number;
  /** Of the command that it was started as. */
  readonly name: string;
  /** Memory that it holds in RAM. */
  readonly rssBytes: number;
}

/** All processes of this machine; none where there is no /proc. */
export function processTable(): readonly Process[] {
  const pids = tryTo(() => readdirSync('/proc')) ?? [];
  return pids.filter((name) => /^\d+$/.test(name)).flatMap((pid) => processOf(Number(pid)));
}

/** The value of a variable in the environment of a process; undefined when it has none, has ended or is somebody else's. */
export const variableOf = (pid: number, name: string): string | undefined =>
  tryTo(() => readFileSync(`/proc/${pid}/environ`, 'utf8'))
    ?.split('\0')
    .find((entry) => entry.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Memory that a process holds in RAM, in bytes; 0 when it has ended. */
export const rssBytesOf = (pid: number): number => processOf(pid)[0]?.rssBytes ?? 0;

function processOf(pid: number): readonly Process[] {
  const status = tryTo(() => readFileSync(`/proc/${pid}/status`, 'utf8'));
  if (status === undefined) return [];
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
  // A thread of the kernel and a process that was not yet waited for hold nothing.
  const kiloBytes = Number(/^\d+/.exec(field('VmRSS'))?.[0] ?? 0);
  return [{ pid, ppid: Number(field('PPid')), name: commandOf(pid) || field('Name'), rssBytes: kiloBytes * 1024 }];
}

/** Empty for a thread of the kernel. */
const commandOf = (pid: number): string =>
  basename(tryTo(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.split('\0')[0] ?? '');

/** A process may end while it is looked at. */
function tryTo<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
