import { createChanges } from '#adapters/clock/changes';
import { kubeconfigLogin } from '#adapters/kubernetes/kubeconfig-login';
import { openKubernetes } from '#adapters/kubernetes/open';
import type { Answer } from '#ports/answer';
import { checkScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
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
  play: async (_hop, say, figure) => {
    const problems: string[] = [];
    for (const cases of groupsOf()) problems.push(...(await judged(cases, say)));
    figure(`${groupsOf().flat().length} cases of the contract`);
    return problems;
  },
};

/** A server writes the managed fields of its objects itself: the scenario cannot give it any. */
const OF_THE_TWIN: ReadonlySet<string> = new Set(['who has written objects, in which version']);

/** Those that only look may share a server; each that changes something has one of its own. */
const groupsOf = (): readonly (readonly ContractCase[])[] => [
  kubernetesReads.filter(({ name }) => !OF_THE_TWIN.has(name)),
  ...[...kubernetesWrites, ...evictions].map((it) => [it]),
];

async function judged(cases: readonly ContractCase[], say: (text: string) => void): Promise<readonly string[]> {
  const stage = await openStage({ scenario: shortDurations(scenario(cases)), mayPend: true });
  try {
    const problems: string[] = [];
    for (const it of cases) {
      const [wanted, got] = [await toldBy(it, bindTwin()), await toldBy(it, await bindServer(stage)).catch(String)];
      say(`${it.name}: ${got}`);
      if (wanted !== got) problems.push(`${it.name}:\ntwin   ${wanted}\nserver ${got}`);
    }
    return problems;
  } finally {
    await stage.end();
  }
}

const toldBy = async (it: ContractCase, bound: Bound): Promise<string> => (await it.run(bound)).map(told).join(', ');

/** Only lists need more pods than a page holds, which take the controllers half a minute. */
function scenario(cases: readonly ContractCase[]): Scenario {
  const { objects = [], ...rest } = contractScenario;
  const isNeeded = ({ metadata }: (typeof objects)[number]) => cases.length > 1 || metadata.name !== 'crowd';
  return checkScenario({ ...rest, objects: objects.filter(isNeeded) });
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
