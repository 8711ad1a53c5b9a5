import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Served, serveTwin } from '#twin/http/serve-twin';
import { loadScenario } from '#twin/scenario/load';
import { openTwin } from '#twin/twin';
import type { ServeOf } from './composition.ts';
import { scenarioWith } from './scenario-with.ts';

/** Serves the twin of a scenario; its kubeconfig lies in a folder that goes away with it. */
export async function served({ scenario, set, clock, port }: ServeOf): Promise<Served> {
  const twin = openTwin(scenarioWith(loadScenario(scenario), set));
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-twin-'));
  const ports = port === undefined ? {} : { awsPort: port, kubernetesPort: port + 1 };
  const it = await serveTwin(twin, { clock, folder, ...ports });
  return {
    ...it,
    close: async () => {
      await it.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
