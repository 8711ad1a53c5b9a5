import type { Options } from '../option-values.ts';

const REPEATED = [
  ['state', '--state'],
  ['profile', '--profile'],
  ['context', '--context'],
  ['kubeconfig', '--kubeconfig'],
] as const;

/** A command about this run, with the options that it needs again to find the run and the cluster. */
export function commandFor(words: string, options: Options): string {
  const wanted = /^(resume|run) /.test(words) ? REPEATED : REPEATED.slice(0, 1);
  const flags = wanted.flatMap(([name, flag]) => {
    const value = options[name];
    return value === undefined ? [] : [flag, quoted(value)];
  });
  return ['upgrade', words, ...flags].join(' ');
}

/** Fit to be pasted into a shell. */
const quoted = (text: string): string => (/^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
