import type { Outcome } from './command.ts';

const STACK = /^\s+at .*:\d+:\d+\)?$/m;

/** What no command may do, however it ends. */
export const outcomeProblems = (it: Outcome): readonly string[] => [
  ...(it.hung ? [told('it hung', it)] : []),
  ...(STACK.test(it.stdout + it.stderr) ? [told('a stack trace', it)] : []),
];

/** A problem with what was printed last. */
export const told = (what: string, { exitCode, stdout, stderr }: Outcome): string =>
  `${what}: exit ${exitCode}\n${stdout.slice(-1500)}${stderr.slice(-1500)}`;
