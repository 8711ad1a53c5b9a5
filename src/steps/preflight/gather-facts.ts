import type { Answered } from '#domain/answers/answered';
import type { ClusterFacts, FactName, Facts } from '#domain/preflight/facts';
import type { Phase } from '#domain/preflight/finding';
import type { RemovedApi } from '#domain/preflight/removed-apis';
import { accessOf, isNeededFrom } from '#domain/rights/kubernetes-right';
import { LAST_WITH_PSP } from '#domain/rights/kubernetes-rights';
import { kubernetesRightsFor } from '#domain/rights/rbac';
import { minorOf } from '#domain/versions/minor';
import { type Answer, value } from '#ports/answer';
import { mapAnswers, thenAsk } from '../answer/map-answers.ts';
import { patiently } from '../answer/patiently.ts';
import { isAbsent } from '../answer/value-or-wait.ts';
import type { Slice, StepPorts } from '../step.ts';
import { askAddons } from './ask-addons.ts';
import { askInsights } from './ask-insights.ts';
import { askNodegroups } from './ask-nodegroups.ts';
import { askRemovedKinds } from './ask-removed-kinds.ts';
import { askRunningUpdates } from './ask-running-updates.ts';

interface About {
  readonly cluster: string;
  readonly from: string;
  readonly to: string;
  readonly phase: Phase | 'all';
  readonly removedApis?: readonly RemovedApi[];
}

type Sources = { readonly [Name in FactName]: () => Promise<Answered<Facts[Name]>> };

/** Asks for the facts that are needed and for nothing else. A fact that cannot be had is an answer too, never an exception. */
export async function gatherFacts(
  needed: ReadonlySet<FactName>,
  about: About,
  ports: StepPorts,
  slice: Slice,
): Promise<ClusterFacts> {
  const sources = sourcesOf(about, ports, slice);
  const names = [...needed].sort();
  const answers = await Promise.all(names.map((name) => sources[name]()));
  return Object.fromEntries(names.map((name, index) => [name, answers[index]]));
}

type Asker = <T>(question: () => Promise<Answer<T>>) => Promise<Answer<T>>;

/** At the start the checks come to an end, so each question has its patience; before a phase the step itself looks again. */
function askerFor({ phase }: About, { time }: StepPorts, slice: Slice): Asker {
  return (question) => (phase === 'all' ? patiently(time, slice, question) : question());
}

function sourcesOf(about: About, ports: StepPorts, slice: Slice): Sources {
  const { eks, ec2, kubernetes } = ports;
  const ask = askerFor(about, ports, slice);
  const cluster = once(() => ask(() => eks.describeCluster(about.cluster)));
  const nodegroups = once(() => ask(() => askNodegroups(eks, about.cluster)));
  return {
    cluster,
    nodegroups,
    addons: () => ask(() => askAddons(eks, about.cluster)),
    updates: async () =>
      thenAsk(await nodegroups(), (groups) => ask(() => askRunningUpdates(eks, about.cluster, groups))),
    subnets: async () =>
      thenAsk(await cluster(), async (it) =>
        thenAsk(await nodegroups(), (groups) =>
          ask(() => ec2.describeSubnets(unique([it, ...groups].flatMap(subnetsOf)))),
        ),
      ),
    instanceTypes: async () =>
      thenAsk(await nodegroups(), (groups) => {
        const types = unique(groups.flatMap((it) => it.instanceTypes));
        return types.length === 0 ? value([]) : ask(() => ec2.describeInstanceTypes(types));
      }),
    apiServer: () => ask(() => askApiServer(ports)),
    rights: () => askRights(about, ports, ask),
    nodes: () => ask(() => kubernetes.listNodes()),
    pods: () => ask(() => kubernetes.listPods()),
    workloads: () => ask(() => kubernetes.listWorkloads()),
    budgets: () => ask(() => kubernetes.listBudgets()),
    removedKinds: () => ask(() => askRemovedKinds(kubernetes, about.removedApis ?? [])),
    insights: () => ask(() => askInsights(eks, about.cluster, about.to)),
    privilegedPolicy: async () => {
      if (!hasPolicies(about.from)) return value(null);
      const answer = await ask(() => kubernetes.getPodSecurityPolicy('eks.privileged'));
      return isAbsent(answer) ? value(null) : answer;
    },
  };
}

/** The version, and both clocks around the answer where the server tells its own. */
async function askApiServer({ kubernetes, time }: StepPorts): Promise<Answer<Facts['apiServer']>> {
  const asked = time.now();
  const answer = await kubernetes.version();
  if (answer.kind !== 'value') return answer;
  const { gitVersion, date } = answer.value;
  if (date === undefined) return value({ gitVersion });
  return value({ gitVersion, clocks: { server: Date.parse(date), asked, answered: time.now() } });
}

function askRights({ phase, from }: About, { kubernetes }: StepPorts, ask: Asker): Promise<Answered<Facts['rights']>> {
  const rights = kubernetesRightsFor('run').filter(
    (it) => isNeededFrom(it, minorOf(from) ?? 0) && (phase === 'all' || it.phases.includes(phase)),
  );
  return mapAnswers(rights, async (right) =>
    thenAsk(await ask(() => kubernetes.mayI(accessOf(right))), (it) => value({ right, ...it })),
  );
}

const hasPolicies = (version: string): boolean => (minorOf(version) ?? 0) <= LAST_WITH_PSP;
const unique = (all: readonly string[]): readonly string[] => [...new Set(all)].sort();

const subnetsOf = (
  it: { readonly subnetIds: readonly string[] } | { readonly subnets: readonly string[] },
): readonly string[] => ('subnets' in it ? it.subnets : it.subnetIds);

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}
