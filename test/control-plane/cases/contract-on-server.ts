import { createChanges } from '#adapters/clock/changes';
import { kubeconfigLogin } from '#adapters/kubernetes/kubeconfig-login';
import { openKubernetes } from '#adapters/kubernetes/open';
import type { Answer } from '#ports/answer';
import { checkScenario } from '#twin/scenario/load';
import { openTwin } from '#twin/twin';
import { type Bound, type ContractCase, inShort } from '../../contract/case.ts';
import { evictions } from '../../contract/cases/evictions.ts';
import { kubernetesReads } from '../../contract/cases/kubernetes-reads.ts';
import { kubernetesWrites } from '../../contract/cases/kubernetes-writes.ts';
import { contractScenario } from '../../contract/scenario.ts';
import { shortDurations } from '../hop.ts';
import type { RealCase } from '../real-case.ts';
import { openStage, type Stage } from '../stage.ts';

/** What every binding of the twin has to answer alike, asked of a real API server of the same version. */
export const contractOnServer: RealCase = {
  name: 'the contract that the twin keeps is kept by a real API server',
  isShort: false,
  isFor: ({ from }) => from === contractScenario.cluster.version,
  play: async (_hop, say) => {
    const problems: string[] = [];
    const cases = [...kubernetesReads, ...kubernetesWrites, ...evictions];
    for (const it of cases) problems.push(...(await judged(it, say)));
    say(`${cases.length} cases of the contract`);
    return problems;
  },
};

/** Each on a server of its own, as each has a twin of its own. */
async function judged(it: ContractCase, say: (text: string) => void): Promise<readonly string[]> {
  const scenario = shortDurations(checkScenario(contractScenario));
  const stage = await openStage({ scenario, mayPend: true });
  try {
    const real = await it.run(await bindServer(stage));
    const near = await it.run(bindTwin());
    say(`${it.name}: ${real.map(inShort).join(', ')}`);
    const [wanted, got] = [near, real].map((all) => JSON.stringify(all.map(told)));
    return wanted === got ? [] : [`${it.name}:\ntwin   ${wanted}\nserver ${got}`];
  } finally {
    await stage.end();
  }
}

function bindTwin(): Bound {
  const { ports, time } = openTwin(checkScenario(contractScenario));
  return { ...ports, pass: async (ms) => time.tick(time.now() + ms) };
}

/** Real pods need real time, but not as long as model pods. */
const LONGEST_REST = 8_000;

async function bindServer({ cluster, eks: { ports } }: Stage): Promise<Bound> {
  const login = kubeconfigLogin({ kubeconfig: cluster.kubeconfig('admin') });
  const kubernetes = await openKubernetes({ login, changes: createChanges(), environment: {} });
  const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, LONGEST_REST)));
  return { ...ports, kubernetes, pass };
}

/** An answer without what differs between any two clusters: a value counts as one, of a refusal all words but names and ids count. */
function told(answer: Answer<unknown>): string {
  if (answer.kind !== 'refused') return inShort(answer);
  return `${inShort(answer)} ${JSON.stringify(answer.message)}`
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uid>')
    .replace(/\b(web|pair|free|crowd)-[a-z0-9]+-[a-z0-9]{5}\b/g, '$1-<pod>');
}
