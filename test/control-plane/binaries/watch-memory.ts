import { processTable } from '../cluster/process-table.ts';

const EVERY_MS = 1000;

/** Memory of a process and all below it while it is watched. */
export interface Memory {
  /** Ends the watch and gives the most that was held at one moment, in bytes. */
  readonly end: () => number;
}

/** Looks once a second at how much memory a process and its children hold; without a process, 0. */
export function watchMemory(pid: number | undefined): Memory {
  let peak = 0;
  const look = () => {
    if (pid !== undefined) peak = Math.max(peak, memoryBelow(pid));
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function memoryBelow(top: number): number {
  const table = processTable();
  const below = (parent: number): number =>
    table.filter(({ ppid }) => ppid === parent).reduce((sum, { pid, rssBytes }) => sum + rssBytes + below(pid), 0);
  return below(top) + (table.find(({ pid }) => pid === top)?.rssBytes ?? 0);
}
