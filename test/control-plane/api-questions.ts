import { rawRequest } from '../builders/raw-request.ts';

/** An API server and a token for it. */
export interface ApiPlace {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
}

export interface ApiAnswer {
  readonly question: string;
  /** Status, headers that clients act by, and the words, without names and ids that differ between any two clusters. */
  readonly answer: string;
}

type Ask = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly text: string; readonly told: string }>;

const POLICIES = '/apis/policy/v1beta1/podsecuritypolicies';

/** Asks about policies, budgets and evictions; the cluster is the one of the contract. */
export async function askAll(place: ApiPlace): Promise<readonly ApiAnswer[]> {
  const ask = askerOf(place);
  const plain = [
    '/apis/policy/v1beta1',
    POLICIES,
    `${POLICIES}/eks.privileged`,
    '/apis/policy/v1beta1/namespaces/shop/poddisruptionbudgets',
    '/apis/policy/v1beta1/namespaces/shop/poddisruptionbudgets/web',
    '/apis/policy/v1/namespaces/shop/poddisruptionbudgets/nothing',
    '/apis/policy/v1/podsecuritypolicies',
  ];
  const answers: ApiAnswer[] = [];
  for (const path of plain) answers.push({ question: `GET ${path}`, answer: (await ask('GET', path)).told });
  for (const it of evictionsOf(await podsOf(ask))) {
    answers.push({ question: it.question, answer: (await ask('POST', it.path, it.body)).told });
  }
  return answers;
}

interface PodOf {
  readonly name: string;
  readonly uid: string;
}

/** The pods of each Deployment of the contract, in the order of their names. */
async function podsOf(ask: Ask): Promise<Readonly<Record<'web' | 'pair' | 'free', readonly PodOf[]>>> {
  const of = async (app: string) => {
    const { text } = await ask('GET', `/api/v1/namespaces/shop/pods?labelSelector=app%3D${app}`);
    const { items } = JSON.parse(text) as { readonly items: readonly { readonly metadata: PodOf }[] };
    return items.map(({ metadata: { name, uid } }) => ({ name, uid }));
  };
  return { web: await of('web'), pair: await of('pair'), free: await of('free') };
}

interface Question {
  readonly question: string;
  readonly path: string;
  readonly body: object;
}

/** In this order: each may change what the next one meets. */
function evictionsOf({ web, pair, free }: Awaited<ReturnType<typeof podsOf>>): readonly Question[] {
  const [first, second] = web;
  const other = { preconditions: { uid: '00000000-0000-0000-0000-000000000000' } };
  return [
    evict('a pod that is gone', { name: 'gone', uid: '' }, 'v1'),
    evict('another pod of the same name', free[0], 'v1', { deleteOptions: other }),
    evict('a pod under two budgets', pair[0], 'v1'),
    evict('a pod whose budget allows it, on a dry run', first, 'v1', { deleteOptions: { dryRun: ['All'] } }),
    evict('a pod whose budget allows it, in policy/v1beta1', first, 'v1beta1'),
    evict('a pod whose budget allows no more, in policy/v1beta1', second, 'v1beta1'),
    evict('a pod whose budget allows no more', second, 'v1'),
    evict('a pod without a budget', free[0], 'v1'),
    evict('a version that nobody knows', second, 'v7'),
  ];
}

function evict(what: string, pod: PodOf | undefined, version: string, more: object = {}): Question {
  const name = pod?.name ?? '';
  return {
    question: `evict ${what}`,
    path: `/api/v1/namespaces/shop/pods/${name}/eviction`,
    body: { apiVersion: `policy/${version}`, kind: 'Eviction', metadata: { name, namespace: 'shop' }, ...more },
  };
}

const askerOf =
  ({ url, caPem, token }: ApiPlace): Ask =>
  async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'content-type': 'application/json',
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await rawRequest(`${url}${path}`, { method, headers, ca: caPem, ...sent });
    const retry = answer.headers['retry-after'] ?? 'none';
    return { ...answer, told: `${answer.status} retry-after ${retry} ${masked(answer.text)}` };
  };

/** What is compared of a body: of a Status all but names; of anything else only its kind. */
function masked(text: string): string {
  const body = parsed(text);
  if (body === null) return text.trim();
  if (body.kind !== 'Status') return `${body.kind} ${body.apiVersion}`;
  const { status, message, reason, details, code } = body;
  return JSON.stringify({ status, message, reason, details, code })
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uid>')
    .replace(/scheme\.go:\d+/g, 'scheme.go:<line>')
    .replace(/\b(web|pair|free)-[a-z0-9]+-[a-z0-9]{5}\b/g, '$1-<pod>');
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
