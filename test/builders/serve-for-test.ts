import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Served, type ServeOptions, serveTwin } from '#twin/http/serve-twin';
import type { ServedTwin } from '#twin/http/served-twin';

/** Serves a twin until the test is finished; the folder of the kubeconfig is removed afterwards. */
export async function serveForTest(twin: ServedTwin, options: Partial<ServeOptions> = {}): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'twin-'));
  const served = await serveTwin(twin, { clock: 'consent', folder, ...options });
  onTestFinished(async () => {
    await served.close();
    await rm(folder, { recursive: true });
  });
  return served;
}
