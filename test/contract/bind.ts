import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { openAws } from '#adapters/aws/open';
import { type Changes, createChanges, isAsNewAs } from '#adapters/clock/changes';
import { kubeconfigLogin } from '#adapters/kubernetes/kubeconfig-login';
import { openKubernetes } from '#adapters/kubernetes/open';
import { type Served, serveTwin } from '#twin/http/serve-twin';
import { checkScenario } from '#twin/scenario/load';
import type { ScenarioInput } from '#twin/scenario/schema';
import { openTwin, type Twin } from '#twin/twin';
import type { Bound } from './case.ts';
import { contractScenario } from './scenario.ts';

/** One way to reach a twin; `close` ends it. */
export interface Binding extends Bound {
  close(): Promise<void>;
}

/** The same twin twice: by its ports in this process, and by the adapters over HTTP. `faults`: what goes wrong with both. */
export async function bindBoth(
  faults: ScenarioInput['faults'] = {},
): Promise<{ readonly inProcess: Binding; readonly overHttp: Binding }> {
  const [near, far] = [freshTwin(faults), freshTwin(faults)];
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  const served = await serveTwin(far, { clock: 'consent', folder });
  // The place where it is served is all that may differ.
  near.setEndpoint(served.kubernetesUrl, Buffer.from(served.caPem).toString('base64'));
  const overHttp = await bindAdapters(served);
  const close = async () => {
    await overHttp.close();
    await served.close();
    await rm(folder, { recursive: true });
  };
  return { inProcess: bindPorts(near), overHttp: { ...overHttp, close } };
}

const freshTwin = (faults: ScenarioInput['faults']): Twin => openTwin(checkScenario({ ...contractScenario, faults }));

function bindPorts({ ports, time }: Twin): Binding {
  return { ...ports, pass: async (ms) => time.tick(time.now() + ms), close: () => ports.kubernetes.close() };
}

async function bindAdapters(served: Served): Promise<Binding> {
  const changes = createChanges();
  // How the endpoint is overridden for real: the variable of the SDK.
  vi.stubEnv('AWS_ENDPOINT_URL', served.awsUrl);
  const aws = await openAws({ region: 'ap-northeast-1', environment: {} });
  const login = kubeconfigLogin({ kubeconfig: served.kubeconfig });
  const kubernetes = await openKubernetes({ login, changes, environment: {} });
  return {
    eks: aws.eks,
    ec2: aws.ec2,
    kubernetes,
    pass: async (ms) => caughtUp(await move(served, ms), changes),
    close: async () => {
      await kubernetes.close();
      aws.close();
    },
  };
}

async function move({ controlUrl, controlToken }: Served, ms: number): Promise<string> {
  const headers = { Authorization: `Bearer ${controlToken}` };
  const before = await present(fetch(`${controlUrl}/now`, { headers }));
  const body = JSON.stringify({ to: before.now + ms });
  return (await present(fetch(`${controlUrl}/move`, { method: 'POST', headers, body }))).resourceVersion;
}

const present = async (response: Promise<Response>) =>
  (await (await response).json()) as { readonly now: number; readonly resourceVersion: string };

// In the same process the stores see a change at once; over HTTP it is under way for a moment.
async function caughtUp(resourceVersion: string, changes: Changes): Promise<void> {
  const isThere = () => {
    const seen = changes.seen();
    return seen === null || isAsNewAs(seen, resourceVersion);
  };
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
}
