import { existsSync } from 'node:fs';
import process from 'node:process';
import { isLoopback, type ListeningPort, listeningPorts } from './listening-ports.ts';
import { MARK } from './mark.ts';
import { type Process, processTable, variableOf } from './process-table.ts';
import { temporaryFolders } from './temporary-folder.ts';

/**
 * A line for each process, listening port and folder that is still there, of the cluster in `folder` or of every cluster on
 * this machine; then the ports of this process count as well. Reads /proc, so it needs Linux.
 */
export async function leftBehind(folder?: string): Promise<readonly string[]> {
  const processes = processesOf(folder);
  const pids = [...processes.map(({ pid }) => pid), ...(folder === undefined ? [process.pid] : [])];
  const folders = folder === undefined ? await temporaryFolders() : [folder].filter(existsSync);
  return [
    ...processes.map(({ pid, name }) => `${name} still runs (pid ${pid})`),
    ...listeningPorts(pids).map((port) => `${addressOf(port)} is still listened on (pid ${port.pid})`),
    ...folders.map((it) => `${it} is still there`),
  ];
}

/** Ports of the cluster in `folder`, or of every cluster on this machine and this process, that other machines could reach. */
export const beyondLoopback = (folder?: string): readonly string[] =>
  listeningPorts([...processesOf(folder).map(({ pid }) => pid), ...(folder === undefined ? [process.pid] : [])])
    .filter((port) => !isLoopback(port))
    .map((port) => `${addressOf(port)} (pid ${port.pid})`);

const processesOf = (folder?: string): readonly Process[] =>
  processTable().filter(({ pid }) => {
    const mark = variableOf(pid, MARK);
    return mark !== undefined && (folder === undefined || mark === folder);
  });

const addressOf = ({ address, port }: ListeningPort): string => `${address}:${port}`;
