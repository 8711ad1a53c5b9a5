import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import { guardedWorkload } from './guarded-workload.ts';

/** A hop that is made on a real control plane. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  readonly scenario: Scenario;
}

/** What the API server, the controllers and the scheduler do takes its own time. Milliseconds. */
const SHORT = {
  controlPlane: 3_000,
  nodegroupCreate: 4_000,
  nodegroupConfigUpdate: 1_000,
  nodegroupDelete: 4_000,
  addonUpdate: 2_000,
  nodeJoin: 1_000,
  nodeReady: 1_000,
};

const SCENARIOS: Readonly<Record<string, string>> = { '1.20': 'ekstest', '1.36': 'eks-1.36' };

/** The hop of a pair: `1.20-1.21`. */
export function hopOf(pair: string): Hop {
  const [from = '', to = ''] = pair.split('-');
  const name = SCENARIOS[from];
  if (name === undefined)
    throw new RangeError(`no hop "${pair}"; there is one from ${Object.keys(SCENARIOS).join(', ')}`);
  const scenario = loadScenario(name);
  return { from, to, scenario: shortDurations({ ...scenario, objects: [...scenario.objects, ...guardedWorkload] }) };
}

/** What EKS does takes seconds. */
export const shortDurations = (scenario: Scenario): Scenario => ({
  ...scenario,
  durations: { ...scenario.durations, ...SHORT },
});

/** The hop's own runbook, with a bake of seconds, as a file in `folder`; gives its path. */
export async function quickRunbook({ from, to }: Hop, folder: string): Promise<string> {
  const own = fileURLToPath(new URL(`../../runbooks/${from}-to-${to}.yaml`, import.meta.url));
  const text = await readFile(own, 'utf8');
  const quick = text.replace(/^bake: .*$/m, 'bake: 3s');
  if (quick === text) throw new TypeError(`${own} has no bake`);
  const file = join(folder, `${from}-to-${to}.yaml`);
  await writeFile(file, quick);
  return file;
}
