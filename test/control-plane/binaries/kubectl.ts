import { join } from 'node:path';
import { toolFolder } from '../../clients/tools.ts';
import { minorOf } from './versions.ts';

/** Path of an unmodified kubectl that speaks with an API server of this version. */
export const kubectlFor = async (version: string, say: (line: string) => void): Promise<string> =>
  join(await toolFolder(say), nameFor(minorOf(version)));

function nameFor(minor: number): string {
  if (minor <= 22) return 'kubectl-1.21';
  return minor >= 35 ? 'kubectl-1.36' : 'kubectl';
}
