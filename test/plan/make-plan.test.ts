import { expect, test } from 'vitest';
import { UpgradeError } from '#errors/upgrade-error';
import { makePlan, type PlanRequest } from '#plan/make-plan';
import { renderPlan } from '#plan/render/render';
import { blueGreen } from '#procedures/blue-green';
import { runbookFrom } from '#runbook/load';
import { checkScenario } from '#twin/scenario/load';
import { RUNBOOK_TEXT } from '../builders/runbook-text.ts';
import { aNode, aPod, type Lists, type Script, scriptedSteps, scriptedTwin } from '../builders/scripted-walk.ts';

const MINUTE = 60_000;

const scenario = checkScenario({
  format: 1,
  name: 'small',
  now: '2021-11-09T08:30:38Z',
  region: 'eu-west-1',
  cluster: {
    name: 'small',
    arn: 'arn:aws:eks:eu-west-1:111122223333:cluster/small',
    version: '1.20',
    endpoint: 'https://small.example',
    createdAt: '2021-01-01T00:00:00Z',
    certificateAuthority: '',
    subnetIds: ['subnet-a'],
  },
  versions: {},
});

const healthy: Readonly<Record<string, Script | readonly Script[]>> = {
  'choose-node-groups': { output: { rotations: [{ old: 'blue', new: 'green' }] } },
  'check-cluster': { output: { findings: [], blocked: false, broken: [] } },
  'hold-cluster': { output: { kind: 'held' } },
  'release-cluster': { output: { left: [] } },
  'start-control-plane-update': {
    output: { updateId: 'u1' },
    writes: [
      {
        operation: 'eks:UpdateClusterVersion',
        parameters: { name: 'small', version: '1.21', clientRequestToken: 'abc' },
      },
    ],
  },
  'watch-control-plane-update': { takesMs: 28 * MINUTE },
  'watch-api-servers': { output: { gitVersion: 'v1.21.5' } },
  'design-node-group': {
    output: {
      request: { clusterName: 'small', nodegroupName: 'green', scalingConfig: { desiredSize: 1 } },
      differences: ['release version: 1 → 2'],
    },
  },
  'survey-node-group': { output: { before: { minSize: 1, maxSize: 1, desiredSize: 1 }, request: null } },
  'choose-node': [{ output: { node: 'n1' } }, { output: { node: null } }],
  'survey-node': { output: { touched: [] } },
  'drain-node': {
    takesMs: MINUTE,
    writes: [
      { operation: 'k8s:evict pods', parameters: { namespace: 'default', name: 'web-1' }, status: 429 },
      { operation: 'k8s:evict pods', parameters: { namespace: 'default', name: 'web-1' } },
    ],
  },
  'delete-node-group': {
    writes: [{ operation: 'eks:DeleteNodegroup', parameters: { clusterName: 'small', nodegroupName: 'blue' } }],
  },
  'choose-addons': { output: { requests: [] } },
  'verify-cluster': { output: { report: ['all well'] } },
};

function request(scripts: typeof healthy = {}): PlanRequest {
  const lists: Lists = {
    nodes: [aNode('n1', 'blue', 'a')],
    pods: [aPod('web-1', 'n1', { kind: 'StatefulSet', name: 'web' })],
    workloads: [],
  };
  const twin = scriptedTwin(lists);
  const moves: Script = {
    ...(healthy['drain-node'] as Script),
    moves: () =>
      Object.assign(lists, {
        nodes: [aNode('n2', 'green', 'a')],
        pods: [aPod('web-1', 'n2', { kind: 'StatefulSet', name: 'web' })],
      }),
  };
  return {
    loaded: { runbook: runbookFrom(RUNBOOK_TEXT, 'r.yaml'), bytes: RUNBOOK_TEXT },
    scenario,
    procedure: blueGreen,
    steps: scriptedSteps(twin.journal, { ...healthy, 'drain-node': moves, ...scripts }),
    accepted: [],
    newNames: {},
    tool: '0.1.0',
    openTwin: () => twin,
  };
}

test('lists the actions in the order of the procedure, with parameters, and words in the place of tokens', async () => {
  const plan = await makePlan(request());
  expect(plan.verdict).toEqual({ kind: 'can-be-carried-out' });
  expect(
    plan.actions.map(({ number, operation, object, parameters }) => ({ number, operation, object, parameters })),
  ).toEqual([
    {
      number: 1,
      operation: 'eks:UpdateClusterVersion',
      object: 'small',
      parameters: { name: 'small', version: '1.21', clientRequestToken: '(of this step of the run)' },
    },
    {
      number: 2,
      operation: 'k8s:evict pods',
      object: 'default/web-1',
      parameters: { namespace: 'default', name: 'web-1' },
    },
    {
      number: 3,
      operation: 'eks:DeleteNodegroup',
      object: 'blue',
      parameters: { clusterName: 'small', nodegroupName: 'blue' },
    },
  ]);
});

test('each step names its actions, and a refused write is none', async () => {
  const plan = await makePlan(request());
  const steps = plan.phases.flatMap(({ steps }) => steps).filter(({ actions }) => actions.length > 0);
  expect(steps.map(({ step, actions }) => [step, actions])).toEqual([
    ['start-control-plane-update', [1]],
    ['drain-node', [2]],
    ['delete-node-group', [3]],
  ]);
});

test('the phases follow one another in time, and the bake is one of them', async () => {
  const { phases, tookMs } = await makePlan(request());
  expect(phases.map(({ name, startsMs, tookMs: took }) => [name, startsMs / MINUTE, took / MINUTE])).toEqual([
    ['preflight', 0, 0],
    ['start question', 0, 0],
    ['hold cluster', 0, 0],
    ['control plane', 0, 28],
    ['new nodes', 28, 0],
    ['drain', 28, 1],
    ['bake', 29, 15],
    ['delete question', 44, 0],
    ['old nodes', 44, 0],
    ['addons after delete', 44, 0],
    ['verify', 44, 0],
    ['release cluster', 44, 0],
  ]);
  expect(tookMs).toBe(44 * MINUTE);
});

test('gates answer themselves and are listed with who answers them in a run', async () => {
  const { gates } = await makePlan(request());
  expect(gates).toEqual([
    { before: 'control-plane', atMs: 0, answeredBy: 'the question at the start, or --yes' },
    { before: 'delete-old-nodes', atMs: 44 * MINUTE, answeredBy: 'upgrade approve, or --approve delete-old-nodes' },
  ]);
});

test('names the actions from which there is no easy way back', async () => {
  const { pointsOfNoReturn } = await makePlan(request());
  expect(pointsOfNoReturn.map(({ action, what }) => [action, what])).toEqual([
    [1, 'the control plane moves to the new version: small'],
    [3, 'the old nodes are gone: blue'],
  ]);
});

test('tells the fate of nodes and workloads', async () => {
  const { nodes, workloads } = await makePlan(request());
  expect(nodes.map(({ node, group, fate, podsMoved }) => [node, group, fate, podsMoved])).toEqual([
    ['n1', 'blue', 'removed', 1],
    ['n2', 'green', 'new', 0],
  ]);
  expect(workloads).toEqual([
    {
      workload: 'StatefulSet/default/web',
      pods: 1,
      moved: 1,
      fate: 'moves',
      zonesBefore: { a: 1 },
      zonesAfter: { a: 1 },
    },
  ]);
});

test('what a step has to say to people stands beside it', async () => {
  const { phases } = await makePlan(request());
  const design = phases.flatMap(({ steps }) => steps).find(({ step }) => step === 'design-node-group');
  expect(design?.remarks).toEqual(['release version: 1 → 2']);
});

test('a finding that blocks ends the plan before any change', async () => {
  const finding = {
    code: 'KUBELET_TOO_OLD',
    severity: 'block',
    object: 'n1',
    why: 'too old',
    whatToDo: 'replace it',
    guards: 'control-plane',
  };
  const plan = await makePlan(
    request({ 'check-cluster': { output: { findings: [finding], blocked: true, broken: [] } } }),
  );
  expect(plan.verdict).toMatchObject({
    kind: 'blocked',
    at: 'preflight: preflight.checking',
    changedBefore: false,
    failure: { code: 'ChecksBlock' },
  });
  expect(plan.findings).toEqual([finding]);
  expect(plan.actions).toEqual([]);
});

test('a step that parks the run ends the plan as blocked, with what would have been changed by then', async () => {
  const throws = new UpgradeError('NodeGroupFailed', 'node group green: CREATE_FAILED', { hint: 'look at its health' });
  const plan = await makePlan(request({ 'watch-node-group': { throws } }));
  expect(plan.verdict).toEqual({
    kind: 'blocked',
    at: 'new nodes: newNodes.growing',
    changedBefore: true,
    failure: {
      code: 'NodeGroupFailed',
      message: 'node group green: CREATE_FAILED',
      hint: 'look at its health',
      cause: null,
    },
  });
  expect(plan.actions.map(({ operation }) => operation)).toEqual(['eks:UpdateClusterVersion']);
});

test('a limit that passes in model time ends the plan as blocked', async () => {
  const plan = await makePlan(request({ 'watch-node-group': { takesMs: 46 * MINUTE } }));
  expect(plan.verdict).toMatchObject({
    kind: 'blocked',
    at: 'new nodes: newNodes.growing',
    failure: { code: 'LimitReached' },
  });
});

test('a cluster that another run holds blocks the plan', async () => {
  const plan = await makePlan(
    request({ 'hold-cluster': { output: { kind: 'held-by-another', holder: 'r9', log: '/logs/r9' } } }),
  );
  expect(plan.verdict).toMatchObject({
    kind: 'blocked',
    changedBefore: false,
    failure: { code: 'EndsHeld', message: 'held by run r9; its log: /logs/r9' },
  });
});

const LEASE_OF_R9 = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: {
    namespace: 'kube-system',
    name: 'eks-upgrade-runbook',
    annotations: { 'eks-upgrade-runbook/owner': 'anna@box', 'eks-upgrade-runbook/log': '/logs/r9' },
  },
  spec: { holderIdentity: 'r9' },
};

test('the Lease of another run blocks the plan, whatever else would stop it, and names the run and its log', async () => {
  const of = request({ 'choose-node-groups': { throws: new UpgradeError('NodeGroupNameTaken', 'taken') } });
  const objects = [...of.scenario.objects, LEASE_OF_R9];
  const plan = await makePlan({ ...of, scenario: { ...of.scenario, objects } });
  expect(plan.verdict).toMatchObject({
    kind: 'blocked',
    changedBefore: false,
    failure: {
      code: 'EndsHeld',
      message: expect.stringContaining('held by run r9 of anna@box; its log is in /logs/r9'),
      hint: expect.stringContaining('upgrade status /logs/r9'),
    },
  });
});

test.each([
  ['that nobody holds', '', {}],
  ['of a run that has ended', 'r9', { takesFrom: 'r9' }],
  ['of a run that the operator has named', 'r9', { accepted: [{ code: 'CLUSTER_HELD', object: 'r9' }] }],
])('a Lease %s holds nobody up', async (_, holderIdentity, more) => {
  const of = request();
  const lease = { ...LEASE_OF_R9, spec: { holderIdentity } };
  const scenario = { ...of.scenario, objects: [...of.scenario.objects, lease] };
  expect((await makePlan({ ...of, scenario, ...more })).verdict).toEqual({ kind: 'can-be-carried-out' });
});

test('the checks that were made are named, and none where the run stops before them', async () => {
  expect((await makePlan(request())).checks).toContain('budgets');
  const stopped = request({ 'choose-node-groups': { throws: new UpgradeError('NodeGroupNameTaken', 'taken') } });
  expect((await makePlan(stopped)).checks).toEqual([]);
});

test('the same facts give the same bytes in every format; other facts another id', async () => {
  const [once, again] = [await makePlan(request()), await makePlan(request())];
  for (const output of ['text', 'json', 'yaml', 'markdown'] as const)
    expect(renderPlan(again, output)).toBe(renderPlan(once, output));
  const other = await makePlan({ ...request(), newNames: { blue: 'teal' } });
  expect(other.id).not.toBe(once.id);
});
