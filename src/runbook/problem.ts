/** One thing that is wrong with a runbook file. */
export interface Problem {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** `addons[0].when`; empty for the file as a whole. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

/** `1.20-to-1.21.yaml:14:9: bake: found "soon", expected a duration such as 10m or 1h30m`. */
export function formatProblem(file: string, problem: Problem): string {
  const subject = problem.path === '' ? '' : `${problem.path}: `;
  return `${file}:${problem.line}:${problem.column}: ${subject}found ${problem.found}, expected ${problem.expected}`;
}

/** In the order of the file; problems at one place keep their order. */
export const inFileOrder = (problems: readonly Problem[]): readonly Problem[] =>
  [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
