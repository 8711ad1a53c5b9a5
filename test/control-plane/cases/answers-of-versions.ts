import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveTwin } from '#twin/http/serve-twin';
import { minorOf, resourceByKind } from '#twin/model/resources';
import { checkScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import { openTwin } from '#twin/twin';
import { contractScenario } from '../../contract/scenario.ts';
import { type ApiAnswer, type ApiPlace, askAll } from '../api-questions.ts';
import { kubernetesBinary } from '../binaries/kubernetes-binary.ts';
import { versionOf } from '../binaries/versions.ts';
import { shortDurations } from '../hop.ts';
import type { RealCase } from '../real-case.ts';
import { openStage } from '../stage.ts';

/** The last one with PodSecurityPolicy, and the newest. */
const MINORS = ['1.24', '1.37'] as const;

/** What the twin says about policies, budgets and evictions as a server of a version, held against the server of that version. */
export const answersOfVersions: RealCase = {
  name: `PodSecurityPolicy, policy/v1beta1 and evictions are answered as ${MINORS.join(' and ')} answer them`,
  isShort: false,
  play: async (_hop, say) => {
    const problems: string[] = [];
    for (const minor of MINORS) problems.push(...(await compared(minor, say)));
    return problems;
  },
};

async function compared(minor: string, say: (text: string) => void): Promise<readonly string[]> {
  await kubernetesBinary(versionOf(minor));
  const scenario = shortDurations(checkScenario(scenarioAt(minor)));
  const [real, twin] = [await answersOfServer(scenario), await answersOfTwin(scenario)];
  return real.flatMap(({ question, answer }, index) => {
    say(`${minor} ${question}: ${answer}`);
    const own = twin[index]?.answer;
    return own === answer ? [] : [`${minor} ${question}:\nserver ${answer}\ntwin   ${own}`];
  });
}

const scenarioAt = (minor: string) => ({
  ...contractScenario,
  cluster: { ...contractScenario.cluster, version: minor },
  versions: {
    [minor]: { apiServer: versionOf(minor), kubelet: versionOf(minor), releaseVersion: `${minor}.0-20260101` },
  },
  // A server that does not know a kind cannot be given one.
  objects: (contractScenario.objects ?? []).filter(({ apiVersion, kind }) => isServed(apiVersion, kind, minor)),
  nodegroups: (contractScenario.nodegroups ?? []).map((it) => ({ ...it, version: minor })),
});

const isServed = (apiVersion: string, kind: string, minor: string): boolean =>
  (resourceByKind(apiVersion, kind)?.versions(minorOf(minor)) ?? []).length > 0;

async function answersOfServer(scenario: Scenario): Promise<readonly ApiAnswer[]> {
  const stage = await openStage({ scenario, mayPend: true });
  try {
    const { cluster } = stage;
    return await askAll({ url: cluster.url, caPem: cluster.caPem, token: cluster.token('admin') });
  } finally {
    await stage.end();
  }
}

async function answersOfTwin(scenario: Scenario): Promise<readonly ApiAnswer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-twin-'));
  const served = await serveTwin(openTwin(scenario), { clock: 'wall', folder });
  try {
    const place: ApiPlace = { url: served.kubernetesUrl, caPem: served.caPem, token: served.token };
    return await askAll(place);
  } finally {
    await served.close();
    await rm(folder, { recursive: true });
  }
}
