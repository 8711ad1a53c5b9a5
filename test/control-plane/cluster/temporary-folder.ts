import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'upgrade-real-';

/** A new folder for a cluster, by whose name what is left behind can be found. Whoever asks removes it. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), PREFIX));

/** Folders of clusters that are still there. */
export const temporaryFolders = async (): Promise<readonly string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX)).map((name) => join(tmpdir(), name));
