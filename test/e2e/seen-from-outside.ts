import type { JournalEntry } from '#twin/journal';
import { kubernetesGet } from '../demo/kubernetes-get.ts';
import type { StartLine } from '../demo/started-twin.ts';

/** Every call to the twin so far, in order. */
export async function journalOf({ controlUrl, controlToken }: StartLine): Promise<readonly JournalEntry[]> {
  const answer = await fetch(`${controlUrl}/journal`, { headers: { authorization: `Bearer ${controlToken}` } });
  return (await answer.json()) as readonly JournalEntry[];
}

/** Reads by what the operation is called, not by what the twin says it is: a list that a forgotten entry cannot pass. */
const READS =
  /^(eks:(Describe|List)|ec2:Describe|k8s:(get|list|watch|discover)\b|k8s:create selfsubjectaccessreviews$)/;

/** The calls that are no reads, also those that were refused. */
export const notReads = (journal: readonly JournalEntry[]): readonly JournalEntry[] =>
  journal.filter(({ operation }) => !READS.test(operation));

/** How often each operation was called. */
export function countsOf(journal: readonly JournalEntry[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { operation } of journal) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

interface Resources {
  readonly resources: readonly { readonly name: string; readonly verbs: readonly string[] }[];
}
interface Groups {
  readonly groups: readonly { readonly versions: readonly { readonly groupVersion: string }[] }[];
}

/** Every object that the API server lists, with its resourceVersion, and everything that EKS tells about the cluster. */
export async function everythingIn(twin: StartLine): Promise<Readonly<Record<string, unknown>>> {
  const { groups } = await kubernetesGet<Groups>(twin, '/apis');
  const versions = groups.flatMap((group) => group.versions.map(({ groupVersion }) => `/apis/${groupVersion}`));
  const kubernetes = await Promise.all(['/api/v1', ...versions].map((path) => listsBelow(twin, path)));
  return { ...Object.fromEntries(kubernetes.flat()), ...(await everythingInEks(twin)) };
}

async function listsBelow(twin: StartLine, path: string): Promise<readonly (readonly [string, unknown])[]> {
  const { resources } = await kubernetesGet<Resources>(twin, path);
  const lists = resources.filter(({ name, verbs }) => verbs.includes('list') && !name.includes('/'));
  return Promise.all(
    lists.map(async ({ name }) => {
      const { items } = await kubernetesGet<{ items: unknown }>(twin, `${path}/${name}`);
      return [`${path}/${name}`, items] as const;
    }),
  );
}

async function everythingInEks(twin: StartLine): Promise<Readonly<Record<string, unknown>>> {
  const { nodegroups } = await eksGet<{ nodegroups: readonly string[] }>(twin, '/clusters/ekstest/node-groups');
  const { addons } = await eksGet<{ addons: readonly string[] }>(twin, '/clusters/ekstest/addons');
  const paths = [
    '/clusters/ekstest',
    '/clusters/ekstest/updates',
    ...nodegroups.map((it) => `/clusters/ekstest/node-groups/${it}`),
    ...addons.map((it) => `/clusters/ekstest/addons/${it}`),
  ];
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await eksGet(twin, path)])));
}

/** GET from EKS, by no client. */
export async function eksGet<T>({ awsUrl }: StartLine, path: string): Promise<T> {
  const answer = await fetch(`${awsUrl}${path}`, { headers: { authorization: 'AWS4-HMAC-SHA256 Credential=e2e' } });
  return (await answer.json()) as T;
}
