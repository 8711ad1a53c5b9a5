import { rm } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** A folder for a cluster, gone after the test. */
export async function folderForTest(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
