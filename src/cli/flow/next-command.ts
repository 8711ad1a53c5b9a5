import type { Options } from '../option-values.ts';

const REPEATED = [
  ['state', '--state'],
  ['profile', '--profile'],
  ['context', '--context'],
  ['kubeconfig', '--kubeconfig'],
] as const;

/**
 * A command about this run, with the options that it needs again to find the run and the cluster; also where it asks no
 * cluster itself: it names the command that does.
 */
export function commandFor(words: string, options: Options): string {
  const flags = REPEATED.flatMap(([name, flag]) => {
    const value = options[name];
    return value === undefined ? [] : [flag, quoted(value)];
  });
  return ['upgrade', words, ...flags].join(' ');
}

/** Fit to be pasted into a shell. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
