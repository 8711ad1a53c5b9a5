import { setTimeout as sleep } from 'node:timers/promises';
import { startKeeper } from './keeper.ts';
import type { Program } from './program.ts';
import { type Started, startProgram } from './start-program.ts';

const BACK_OFF_MS = 1_000;

/** The programs of one cluster that run now. */
export interface Parts {
  readonly start: (program: Program) => Started;
  /** Starts a program that runs anew whenever it ends by itself, as a kubelet does with a static pod. */
  readonly keepAlive: (program: Program) => void;
  /** Ends a program by its pid; nothing to do when it does not run. */
  readonly stop: (name: string) => Promise<void>;
  /** Lets a program go on while its successor is started under its name; gives what ends it. */
  readonly setAside: (name: string) => () => Promise<void>;
  /** Ends all of them, the youngest first, and the keeper. */
  readonly stopAll: () => Promise<void>;
  readonly running: () => readonly Started[];
}

/** No programs yet, and a keeper for those to come in `folder`. */
export function openParts(folder: string): Parts {
  const keeper = startKeeper(folder);
  const parts = new Map<string, Started>();
  const stop = async (name: string) => {
    await parts.get(name)?.stop();
    parts.delete(name);
  };
  const start = (program: Program) => {
    if (parts.get(program.name)?.hasEnded() === false) throw new TypeError(`${program.name} runs already`);
    const started = startProgram(program, folder, keeper);
    parts.set(started.name, started);
    return started;
  };
  const keepAlive = (program: Program) => {
    const started = parts.get(program.name);
    void started?.ended.then(async () => {
      await sleep(BACK_OFF_MS, undefined, { ref: false });
      // Otherwise it was stopped, or another version has taken its place.
      if (parts.get(program.name) !== started) return;
      start(program);
      keepAlive(program);
    });
  };
  const setAside = (name: string) => {
    const before = `${name} before`;
    const started = parts.get(name);
    parts.delete(name);
    if (started !== undefined) parts.set(before, started);
    return () => stop(before);
  };
  return {
    start,
    keepAlive,
    stop,
    setAside,
    stopAll: async () => {
      for (const name of [...parts.keys()].reverse()) await stop(name);
      await keeper.done();
    },
    running: () => [...parts.values()].filter((it) => !it.hasEnded()),
  };
}
