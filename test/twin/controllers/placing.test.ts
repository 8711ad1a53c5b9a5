import { expect, test } from 'vitest';
import { deployment, ekstestTwin, pass, present, type ScenarioDraft } from '../../builders/ekstest.ts';

const A = 'ip-10-0-101-193.ap-northeast-1.compute.internal';
const C = 'ip-10-0-102-121.ap-northeast-1.compute.internal';
const D = 'ip-10-0-103-198.ap-northeast-1.compute.internal';
const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

const only =
  (...objects: object[]) =>
  (draft: ScenarioDraft) => {
    draft.objects = objects as never;
  };

async function placed(...objects: object[]) {
  const pods = present(await ekstestTwin(only(...objects)).ports.kubernetes.listPods());
  const of = (app: string) => pods.filter((it) => it.metadata.labels?.app === app);
  return {
    nodes: (app: string) => of(app).map((it) => it.spec.nodeName),
    why: (app: string) =>
      of(app).flatMap((it) => it.status.conditions?.find((one) => one.status === 'False')?.message ?? []),
  };
}

const near = (app: string, topologyKey: string) => ({ topologyKey, labelSelector: { matchLabels: { app } } });
const required = (...terms: object[]) => ({ requiredDuringSchedulingIgnoredDuringExecution: terms });
const preferred = (term: object, weight = 100) => ({
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm: term }],
});
const pinned = (node: string) => ({ nodeSelector: { [HOSTNAME]: node } });
const spreadBy = (topologyKey: string, whenUnsatisfiable: string, app: string) => ({
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey, whenUnsatisfiable, labelSelector: { matchLabels: { app } } }],
});

test('pods that shun each other take a node each, and one too many waits', async () => {
  const affinity = { podAntiAffinity: required(near('web', HOSTNAME)) };
  const { nodes, why } = await placed(deployment('web', 4, { affinity }));
  expect(new Set(nodes('web'))).toEqual(new Set([A, C, D, undefined]));
  expect(why('web')).toEqual(["0/3 nodes are available: 3 node(s) didn't match pod anti-affinity rules."]);
});

test('a pod that others shun stays away from them', async () => {
  const affinity = { podAntiAffinity: required(near('web', HOSTNAME)) };
  const { nodes, why } = await placed(
    deployment('first', 1, { affinity, ...pinned(C) }),
    deployment('web', 1, pinned(C)),
  );
  expect(nodes('web')).toEqual([undefined]);
  expect(why('web')).toEqual([
    "0/3 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules, 2 node(s) didn't match Pod's node affinity/selector.",
  ]);
});

test('a pod runs near those that it needs, and waits when there are none', async () => {
  const affinity = (app: string) => ({ affinity: { podAffinity: required(near(app, ZONE)) } });
  const { nodes, why } = await placed(
    deployment('a-friend', 1, pinned(D)),
    deployment('web', 2, affinity('a-friend')),
    deployment('lonely', 1, affinity('nobody')),
  );
  expect(nodes('web')).toEqual([D, D]);
  expect(why('lonely')).toEqual(["0/3 nodes are available: 3 node(s) didn't match pod affinity rules."]);
});

test('a pod that waits for another one follows it as soon as that has a node', async () => {
  const { nodes } = await placed(
    deployment('a-follower', 1, { affinity: { podAffinity: required(near('web', HOSTNAME)) } }),
    deployment('web', 1, pinned(C)),
  );
  expect(nodes('a-follower')).toEqual([C]);
});

test('the first pod of a group that wants to be together may go anywhere', async () => {
  const { nodes } = await placed(deployment('web', 3, { affinity: { podAffinity: required(near('web', HOSTNAME)) } }));
  expect(nodes('web')).toEqual([A, A, A]);
});

test('preferred neighbours draw a pod, and preferred distance keeps it away', async () => {
  const friend = deployment('a-friend', 1, pinned(C));
  const drawn = await placed(
    friend,
    deployment('web', 1, { affinity: { podAffinity: preferred(near('a-friend', HOSTNAME)) } }),
  );
  expect(drawn.nodes('web')).toEqual([C]);
  const foe = deployment('a-foe', 1, pinned(A));
  const kept = await placed(
    foe,
    deployment('web', 2, { affinity: { podAntiAffinity: preferred(near('a-foe', HOSTNAME)) } }),
  );
  expect(kept.nodes('web')).not.toContain(A);
});

test('a spread that is required holds pods back where a spread that is wished for does not', async () => {
  const big = { containers: [{ name: 'c', resources: { requests: { cpu: '900m' } } }] };
  const full = deployment('a-full', 2, { ...big, ...pinned(A) });
  const web = (when: string) => deployment('web', 3, { ...big, ...spreadBy(ZONE, when, 'web') });
  const held = await placed(full, web('DoNotSchedule'));
  expect(new Set(held.nodes('web'))).toEqual(new Set([C, D, undefined]));
  expect(held.why('web')).toEqual([
    "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't match pod topology spread constraints.",
  ]);
  const wished = await placed(full, web('ScheduleAnyway'));
  expect(new Set(wished.nodes('web'))).toEqual(new Set([C, D]));
});

test('replicas without a wish of their own are spread over the zones', async () => {
  const { nodes } = await placed(deployment('web', 3, { containers: [{ name: 'c' }] }));
  expect(new Set(nodes('web'))).toEqual(new Set([A, C, D]));
});

test('a preferred node is taken while it has room', async () => {
  const preference = { matchExpressions: [{ key: HOSTNAME, operator: 'In', values: [D] }] };
  const affinity = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 10, preference }] } };
  const { nodes } = await placed(deployment('web', 1, { affinity }));
  expect(nodes('web')).toEqual([D]);
});

test('the emptier node is better, also for a pod that asks for nothing', async () => {
  const loaded = { containers: [{ name: 'c', resources: { requests: { cpu: '1', memory: '1Gi' } } }] };
  const { nodes } = await placed(
    deployment('a-heavy', 1, { ...loaded, ...pinned(A) }),
    deployment('b-heavy', 1, { ...loaded, ...pinned(C) }),
    deployment('web', 1),
  );
  expect(nodes('web')).toEqual([D]);
});

test('requests that fill a node exactly fit', async () => {
  const tenth = { containers: [{ name: 'c', resources: { requests: { cpu: '193m' } } }] };
  const { nodes } = await placed(deployment('web', 10, { ...tenth, ...pinned(A) }));
  expect(nodes('web')).toEqual(Array(10).fill(A));
});

test('a pod of a DaemonSet waits for room on its node and says so', async () => {
  const set = (name: string) => {
    const { spec, ...rest } = deployment(name, 1, {
      containers: [{ name: 'c', resources: { requests: { cpu: '1500m' } } }],
    });
    const { replicas: _, ...all } = spec;
    return { ...rest, kind: 'DaemonSet', spec: all };
  };
  const { nodes, why } = await placed(set('a-first'), set('second'));
  expect(new Set(nodes('a-first'))).toEqual(new Set([A, C, D]));
  expect(nodes('second')).toEqual([undefined, undefined, undefined]);
  expect(new Set(why('second'))).toEqual(
    new Set(["0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't match Pod's node affinity/selector."]),
  );
});

test('a pod that waits gets the room before the one that takes the place of the pod that left it', async () => {
  const big = { containers: [{ name: 'c', resources: { requests: { cpu: '1500m' } } }], ...pinned(A) };
  const set = (name: string) => ({ ...deployment(name, 1, big), kind: 'StatefulSet' });
  const twin = ekstestTwin(only(set('a-first'), set('second')));
  const { kubernetes } = twin.ports;
  const [first] = present(await kubernetes.listPods());
  const { name = '', uid = '' } = first?.metadata ?? {};
  await kubernetes.evict({ namespace: 'default', name, uid, apiVersion: 'policy/v1beta1' });
  pass(twin, 60_000);
  expect(present(await kubernetes.listPods()).map((it) => [it.metadata.name, it.spec.nodeName])).toEqual([
    ['a-first-0', undefined],
    ['second-0', A],
  ]);
});

test('of a node that a pod of a DaemonSet is not meant for only that is told, whatever else it has', async () => {
  const { spec, ...rest } = deployment('web', 1, {
    containers: [{ name: 'c', resources: { requests: { cpu: '9' } } }],
  });
  const { replicas: _, ...all } = spec;
  const twin = ekstestTwin(only({ ...rest, kind: 'DaemonSet', spec: all }));
  await twin.ports.kubernetes.patchNode(C, { spec: { unschedulable: true } });
  const why = present(await twin.ports.kubernetes.listPods()).map((it) => it.status.conditions?.[0]?.message);
  const message = "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't match Pod's node affinity/selector.";
  expect(new Set(why)).toEqual(new Set([message]));
});
