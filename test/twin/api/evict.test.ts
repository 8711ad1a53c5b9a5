import { expect, test } from 'vitest';
import type { Twin } from '#twin/twin';
import { budget, deployment, ekstestTwin, pass, present, type ScenarioDraft } from '../../builders/ekstest.ts';

const web =
  (spec: object, pods: object = deployment('web', 3)) =>
  (draft: ScenarioDraft) => {
    draft.objects = [pods, budget('web', spec)] as never;
  };

async function podOf(twin: Twin, index = 0) {
  const pod = present(await twin.ports.kubernetes.listPods()).filter((it) => it.metadata.labels?.app === 'web')[index];
  if (!pod) throw new TypeError('there is no such pod');
  return pod.metadata;
}

const evict = (twin: Twin, pod: { readonly name: string; readonly uid?: string }, more: object = {}, dryRun = false) =>
  twin.face.kubernetes.evict(
    { namespace: 'default', name: pod.name },
    {
      apiVersion: 'policy/v1beta1',
      kind: 'Eviction',
      metadata: { name: pod.name, namespace: 'default' },
      deleteOptions: { ...(pod.uid && { preconditions: { uid: pod.uid } }) },
      ...more,
    },
    dryRun,
  );

test('an accepted eviction is answered 201 with a Status, and the pod is not yet gone', async () => {
  const twin = ekstestTwin(web({ maxUnavailable: 1 }));
  const pod = await podOf(twin);
  const answer = evict(twin, pod);
  expect(answer).toEqual({
    status: 201,
    body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
  });
  const at = { group: '', version: 'v1', resource: 'pods', namespace: 'default', name: pod.name };
  expect(twin.face.kubernetes.get(at).body).toMatchObject({
    metadata: { deletionGracePeriodSeconds: 30, deletionTimestamp: '2022-03-05T17:30:30Z' },
  });
  pass(twin, 30_000);
  expect(twin.face.kubernetes.get(at).status).toBe(404);
});

test('an exhausted budget answers 429 with the budget, its numbers and no Retry-After', async () => {
  const twin = ekstestTwin(web({ maxUnavailable: 0 }));
  const answer = evict(twin, await podOf(twin));
  expect(answer.status).toBe(429);
  expect(answer.headers).toBeUndefined();
  expect(answer.body).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    reason: 'TooManyRequests',
    details: {
      causes: [
        { reason: 'DisruptionBudget', message: 'The disruption budget web needs 3 healthy pods and has 3 currently' },
      ],
    },
    code: 429,
  });
});

test('a budget whose change nobody has observed answers 429 with Retry-After 10', async () => {
  const twin = ekstestTwin((draft) => {
    web({ maxUnavailable: 1 })(draft);
    draft.faults.disruptionControllerDown = true;
    (draft.objects[1] as { metadata: { generation?: number } }).metadata.generation = 2;
    (draft.objects[1] as { status?: unknown }).status = {
      observedGeneration: 1,
      disruptionsAllowed: 1,
      currentHealthy: 3,
      desiredHealthy: 2,
      expectedPods: 3,
    };
  });
  const answer = evict(twin, await podOf(twin));
  expect([answer.status, answer.headers]).toEqual([429, { 'retry-after': '10' }]);
  expect(answer.body).toMatchObject({
    details: {
      retryAfterSeconds: 10,
      causes: [{ message: 'The disruption budget web is still being processed by the server.' }],
    },
  });
});

test('two budgets on a pod answer 500 without a reason', async () => {
  const twin = ekstestTwin((draft) => {
    web({ maxUnavailable: 1 })(draft);
    draft.objects.push({
      ...budget('web', { maxUnavailable: 1 }),
      metadata: { name: 'web2', namespace: 'default' },
    } as never);
  });
  const answer = evict(twin, await podOf(twin));
  expect(answer.status).toBe(500);
  expect(answer.body).not.toHaveProperty('reason');
  expect(answer.body).toMatchObject({
    message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
  });
});

const negative = (draft: ScenarioDraft) => {
  web({ maxUnavailable: 1 })(draft);
  draft.faults.disruptionControllerDown = true;
  (draft.objects[1] as { status?: unknown }).status = {
    observedGeneration: 1,
    disruptionsAllowed: -1,
    currentHealthy: 1,
    desiredHealthy: 2,
    expectedPods: 3,
  };
};

test('a negative budget answers 403', async () => {
  const twin = ekstestTwin(negative);
  expect(evict(twin, await podOf(twin))).toMatchObject({
    status: 403,
    body: { reason: 'Forbidden', message: expect.stringContaining('disruptions allowed is negative') },
  });
});

const V1 = { apiVersion: 'policy/v1' };

const at =
  (version: string, change: (draft: ScenarioDraft) => void) =>
  (draft: ScenarioDraft): void => {
    change(draft);
    draft.cluster.version = version;
    draft.nodegroups = [];
    draft.nodes = [];
  };

const OPEN_NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node' },
  spec: {},
  status: {
    conditions: [{ type: 'Ready', status: 'True' }],
    addresses: [{ type: 'InternalIP', address: '10.0.101.1' }],
    nodeInfo: { kubeletVersion: 'v1.36.0' },
  },
};

const onOneNode =
  (...objects: object[]) =>
  (draft: ScenarioDraft): void => {
    draft.objects = [...objects, OPEN_NODE] as never;
  };

test('from 1.37 on a negative budget is named as the cause', async () => {
  const twin = ekstestTwin(
    at('1.37', (draft) => {
      negative(draft);
      draft.objects.push(OPEN_NODE as never);
    }),
  );
  const message =
    'The disruption budget web does not allow evicting pods currently: pdb disruptions allowed is negative';
  expect(evict(twin, await podOf(twin), V1)).toMatchObject({
    status: 403,
    body: { details: { causes: [{ reason: 'DisruptionBudget', message }] } },
  });
});

test('a budget that counts nothing does not speak of numbers at 1.36', async () => {
  const bare = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'bare', labels: { app: 'web' } } };
  const pod = { ...bare, spec: { containers: [{ name: 'c' }] } };
  const twin = ekstestTwin(at('1.36', onOneNode(pod, budget('web', { maxUnavailable: 1 }))));
  pass(twin, 60_000);
  const message = 'The disruption budget web does not allow evicting pods currently';
  expect(evict(twin, await podOf(twin), V1)).toMatchObject({
    status: 429,
    body: { details: { causes: [{ reason: 'DisruptionBudget', message }] } },
  });
});

test('a budget that has failed from the start is still being processed, for ever', async () => {
  const { spec, ...rest } = deployment('web', 1);
  const { replicas: _, ...all } = spec;
  const set = { ...rest, kind: 'DaemonSet', spec: all };
  const twin = ekstestTwin(at('1.36', onOneNode(set, budget('web', { maxUnavailable: 1 }))));
  pass(twin, 60_000);
  const answer = evict(twin, await podOf(twin), V1);
  expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
  const [found] = present(await twin.ports.kubernetes.listBudgets());
  expect(found?.status).toMatchObject({ disruptionsAllowed: 0, conditions: [{ reason: 'SyncFailed' }] });
  expect(found?.status).not.toHaveProperty('observedGeneration');
});

test('a pod that is gone answers 404 in the words of the server', () => {
  expect(evict(ekstestTwin(), { name: 'gone' })).toMatchObject({
    status: 404,
    body: { message: 'pods "gone" not found', reason: 'NotFound', details: { name: 'gone', kind: 'pods' } },
  });
});

test('the UID is tested at last: a stale one answers 409 and takes a unit of the budget for two minutes', async () => {
  const twin = ekstestTwin(web({ maxUnavailable: 1 }));
  const allowed = async () => present(await twin.ports.kubernetes.listBudgets())[0]?.status.disruptionsAllowed;
  const { name } = await podOf(twin);
  expect(evict(twin, { name, uid: 'another' })).toMatchObject({
    status: 409,
    body: {
      reason: 'Conflict',
      message: expect.stringContaining('the UID in the precondition (another) does not match the UID in record'),
    },
  });
  expect(await allowed()).toBe(0);
  pass(twin, 121_000);
  expect(await allowed()).toBe(1);
});

test('a dry run takes nothing and deletes nothing', async () => {
  const twin = ekstestTwin(web({ maxUnavailable: 1 }));
  const before = twin.face.kubernetes.resourceVersion();
  expect(evict(twin, await podOf(twin), {}, true).status).toBe(201);
  expect(twin.face.kubernetes.resourceVersion()).toBe(before);
});

test('a pod that is not running, or on its way already, goes without asking any budget', async () => {
  const nowhere = deployment('web', 1, { nodeSelector: { disk: 'none' } });
  const pending = ekstestTwin(web({ maxUnavailable: 0 }, nowhere));
  expect(evict(pending, await podOf(pending)).status).toBe(201);
  const twin = ekstestTwin(web({ maxUnavailable: 1 }));
  const pod = await podOf(twin);
  expect([evict(twin, pod).status, evict(twin, pod).status]).toEqual([201, 201]);
});

test('an unready pod goes when enough others are healthy, or when the policy says always', async () => {
  const broken = deployment('web', 3, {}, { 'twin/ready': 'never' });
  const unready = (spec: object) => (draft: ScenarioDraft) => {
    web(spec, broken)(draft);
    draft.settled = false;
  };
  const strict = ekstestTwin(unready({ minAvailable: 1 }));
  pass(strict, 60_000);
  expect(evict(strict, await podOf(strict)).status).toBe(429);
  const lenient = ekstestTwin(unready({ minAvailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' }));
  pass(lenient, 60_000);
  expect(evict(lenient, await podOf(lenient)).status).toBe(201);
});

test('1.20 and 1.21 know the eviction of policy/v1beta1 only', async () => {
  const twin = ekstestTwin();
  expect(present(await twin.ports.kubernetes.evictionVersion())).toBe('policy/v1beta1');
  expect(evict(twin, { name: 'statefulset-0' }, { apiVersion: 'policy/v1' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('no kind "Eviction" is registered for version "policy/v1"') },
  });
});

test('a name in the body that is not the one in the path answers 400', () => {
  const answer = evict(ekstestTwin(), { name: 'statefulset-0' }, { metadata: { name: 'statefulset-1' } });
  expect(answer).toMatchObject({
    status: 400,
    body: { message: 'name in URL does not match name in Eviction object' },
  });
});

test('a terminating namespace answers 403 with its cause', () => {
  const twin = ekstestTwin((draft) => {
    Object.assign(draft.objects[0]?.metadata ?? {}, { deletionTimestamp: '2022-03-05T17:00:00Z' });
  });
  expect(evict(twin, { name: 'statefulset-0' })).toMatchObject({
    status: 403,
    body: { details: { causes: [{ reason: 'NamespaceTerminating' }] } },
  });
});

test('without the right to evict the answer is 403 without a cause, and the review says no', async () => {
  const twin = ekstestTwin((draft) => {
    draft.access.denied = [{ verb: 'create', resource: 'pods', subresource: 'eviction' }] as never;
  });
  expect(evict(twin, { name: 'statefulset-0' })).toMatchObject({
    status: 403,
    body: { reason: 'Forbidden', message: expect.stringContaining('cannot create resource "pods/eviction"') },
  });
  const asked = { verb: 'create', group: '', resource: 'pods', subresource: 'eviction' };
  expect(present(await twin.ports.kubernetes.mayI(asked)).allowed).toBe(false);
  expect(present(await twin.ports.kubernetes.mayI({ ...asked, verb: 'get' })).allowed).toBe(true);
});

test('in policy/v1beta1 an empty selector matches no pod, in policy/v1 all of the namespace', async () => {
  const with_ = (apiVersion: string) =>
    ekstestTwin((draft) => {
      draft.objects = [deployment('web', 1), budget('web', { selector: {}, minAvailable: 1 }, apiVersion)] as never;
    });
  const [beta, v1] = [with_('policy/v1beta1'), with_('policy/v1')];
  expect([evict(beta, await podOf(beta)).status, evict(v1, await podOf(v1)).status]).toEqual([201, 429]);
  expect(present(await beta.ports.kubernetes.listBudgets())[0]?.spec.selector).toEqual({});
});
