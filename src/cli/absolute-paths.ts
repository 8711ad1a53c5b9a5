import { resolve } from 'node:path';
import type { Options } from './option-values.ts';

/** The options with paths that are valid in every working folder: commands to type later, elsewhere, repeat them. */
export function withAbsolutePaths(options: Options, folder: string): Options {
  const { state, kubeconfig } = options;
  return {
    ...options,
    ...(state === undefined || isUrl(state) ? {} : { state: resolve(folder, state) }),
    ...(kubeconfig === undefined ? {} : { kubeconfig: resolve(folder, kubeconfig) }),
  };
}

const isUrl = (text: string): boolean => /^[a-z0-9]+:\/\//i.test(text);
