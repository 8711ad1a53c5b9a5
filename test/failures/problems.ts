import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '../kill/stage.ts';
import type { FailureCase } from './failure-case.ts';
import { SEARCHED } from './secrets.ts';

/** What may never be, however a story ends: a broken safety rule, a secret on the disk, a file that others can read. */
export async function problemsOf(stage: Stage, it: FailureCase): Promise<readonly string[]> {
  const breaches = it.isPlayedByHand === undefined ? await breachesOf(stage) : [];
  const secrets = [...SEARCHED, stage.twin.token, stage.twin.controlToken];
  const files = await filesBelow(stage.state);
  return [...breaches, ...(await Promise.all(files.map((file) => fileProblems(file, secrets)))).flat()];
}

interface Breach {
  readonly rule: string;
  readonly text: string;
}

const breachesOf = async (stage: Stage): Promise<readonly string[]> =>
  (await stage.control<readonly Breach[]>('GET', 'breaches')).map(({ rule, text }) => `broken rule "${rule}": ${text}`);

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function fileProblems(file: string, secrets: readonly string[]): Promise<readonly string[]> {
  const [text, { mode }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
  return [
    ...secrets.filter((secret) => text.includes(secret)).map((secret) => `${file} holds the secret ${secret}`),
    ...((mode & 0o077) === 0 ? [] : [`${file} has mode ${(mode & 0o777).toString(8)}`]),
  ];
}
