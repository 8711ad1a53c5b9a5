import { join } from 'node:path';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { namesIn } from './disk-sequence.ts';

/** Where a run's folder is, below the state folder. */
export interface RunPlace {
  readonly account: string;
  readonly region: string;
  readonly cluster: string;
  readonly run: string;
}

/** `<state>/<account>/<region>/<cluster>/<run>`. */
export function runFolder(state: string, { account, region, cluster, run }: RunPlace): string {
  return join(state, ...[account, region, cluster, run].map(segment));
}

/** The runs below a state folder, by account, region, cluster and run id; names given narrow it down. */
export async function listRuns(state: string, where: Partial<RunPlace> = {}): Promise<readonly RunPlace[]> {
  const places: RunPlace[] = [];
  for (const account of await choose(state, where.account)) {
    for (const region of await choose(join(state, account), where.region)) {
      for (const cluster of await choose(join(state, account, region), where.cluster)) {
        const runs = await choose(join(state, account, region, cluster), where.run);
        places.push(...runs.map((run) => ({ account, region, cluster, run })));
      }
    }
  }
  return places;
}

async function choose(folder: string, wanted: string | undefined): Promise<readonly string[]> {
  const names = (await namesIn(folder)).filter((name) => !name.startsWith('.')).sort();
  return wanted === undefined ? names : names.filter((name) => name === wanted);
}

/** A name from outside must not lead out of the state folder. */
function segment(name: string): string {
  if (/^[\w][\w.@:-]*$/.test(name)) return name;
  throw new UpgradeError('NameUnfit', `"${name}" cannot be a folder's name`, {
    hint: 'use letters, digits, dots, dashes and underscores',
    exit: EXIT.usage,
  });
}
