import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Time } from '#ports/time';
import { serveTwin } from '#twin/http/serve-twin';
import { loadScenario } from '#twin/scenario/load';
import { openTwin } from '#twin/twin';
import type { ServedCluster, ServeOf } from './composition.ts';
import { scenarioAt } from './scenario-at.ts';
import { scenarioWith } from './scenario-with.ts';

/** Serves the twin of a scenario, by the wall clock as if it began now; its kubeconfig lies in a folder that goes away with it. */
export async function served({ scenario, set, clock, port }: ServeOf, { now }: Time): Promise<ServedCluster> {
  const asked = scenarioWith(loadScenario(scenario), set);
  const twin = openTwin(clock === 'wall' ? scenarioAt(asked, now()) : asked);
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-twin-'));
  const ports = port === undefined ? {} : { awsPort: port, kubernetesPort: port + 1 };
  const it = await serveTwin(twin, { clock, folder, ...ports });
  return {
    ...it,
    cluster: asked.cluster.name,
    version: asked.cluster.version,
    region: asked.region,
    close: async () => {
      await it.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
