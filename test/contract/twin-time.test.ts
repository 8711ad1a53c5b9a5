import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openAws } from '#adapters/aws/open';
import { createChanges } from '#adapters/clock/changes';
import { openConsentTime } from '#adapters/clock/consent';
import { openKubernetes } from '#adapters/kubernetes/open';
import { tokenLogin } from '#adapters/kubernetes/token-login';
import type { Kubernetes } from '#ports/kubernetes';
import type { Time } from '#ports/time';
import { serveTwin } from '#twin/http/serve-twin';
import { checkScenario } from '#twin/scenario/load';
import { openTwin } from '#twin/twin';
import { got, inShort } from './case.ts';
import { contractScenario } from './scenario.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Serves a twin, goes in with nothing but AWS credentials, and follows the twin's time. */
async function onServedTwin<T>(work: (kubernetes: Kubernetes, time: Time) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'twin-time-'));
  const served = await serveTwin(openTwin(checkScenario(contractScenario)), { clock: 'consent', folder });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_ENDPOINT_URL', served.awsUrl);
  const aws = await openAws({ region: 'ap-northeast-1', environment: {} });
  const changes = createChanges();
  const { controlUrl, controlToken } = served;
  const time = await openConsentTime({ controlUrl, controlToken, changes });
  const cluster = got(await aws.eks.describeCluster('ekstest'));
  const login = tokenLogin({ cluster, region: aws.region, credentials: aws.credentials });
  const kubernetes = await openKubernetes({ login, changes, environment: {} });
  try {
    return await work(kubernetes, time);
  } finally {
    await kubernetes.close();
    aws.close();
    await served.close();
    await rm(folder, { recursive: true });
  }
}

/** Evicts the pods of `web` as soon as their budget lets them go; gives what was answered, and when (ms from the start). */
async function moveWeb(kubernetes: Kubernetes, time: Time): Promise<readonly string[]> {
  const start = time.now();
  const live = got(await kubernetes.live());
  const pods = () => live.pods().filter((it) => it.metadata.labels?.app === 'web');
  const old = new Set(pods().map((it) => it.metadata.uid));
  const log: string[] = [];
  while (pods().some((it) => old.has(it.metadata.uid))) {
    for (const { metadata } of pods()) {
      if (!old.has(metadata.uid) || metadata.deletionTimestamp !== undefined) continue;
      const { name, uid } = metadata;
      const answer = await kubernetes.evict({ namespace: 'shop', name, uid, apiVersion: 'policy/v1beta1' });
      log.push(`${time.now() - start} ${name} ${inShort(answer)}`);
    }
    await time.until(time.now() + 60_000);
  }
  return [...log, `${time.now() - start} gone`];
}

it('sees the same world at the same instants in each run, whatever the wires do', async () => {
  const first = await onServedTwin(moveWeb);
  expect(first.filter((it) => it.endsWith('value'))).toHaveLength(3);
  expect(first.some((it) => it.endsWith('429 TooManyRequests'))).toBe(true);
  for (let run = 0; run < 3; run++) expect(await onServedTwin(moveWeb)).toEqual(first);
});
