import { readFileSync } from 'node:fs';
import { packageFile } from '../compose/package-folder.ts';

/** The version in package.json. */
export function toolVersion(): string {
  return (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
}
