import { expect, test } from 'vitest';
import { STEPS } from '#compose/step-table';
import type { Finding } from '#domain/preflight/finding';
import { UpgradeError } from '#errors/upgrade-error';
import { makePlan } from '#plan/make-plan';
import { readOnly } from '#plan/read-ports';
import { takeSnapshot } from '#plan/snapshot';
import { blueGreen } from '#procedures/blue-green';
import { loadRunbook } from '#runbook/load';
import type { Access } from '#twin/scenario/access-schema';
import { checkScenario, loadScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import { openTwin, type Twin } from '#twin/twin';
import { inWords, isOptional, type Line, linesOf, printed, without } from './printed.ts';

const EKSTEST = { cluster: 'ekstest', region: 'ap-northeast-1', nodeRole: 'ekstest-nodes', addonRoles: [] };
const EKS136 = { cluster: 'eks136', region: 'eu-central-1', nodeRole: 'eks136-nodes', addonRoles: [] };
const rights = await printed('plan', EKSTEST);
const ofNewest = await printed('plan', EKS136);

const ended = (id: string, of: object) => ({
  id,
  of,
  status: 'Successful' as const,
  type: 'VersionUpdate',
  createdAt: '2022-03-04T10:00:00Z',
});

/** Each has been updated before: a plan looks whether that is still going on. */
const ekstest = checkScenario({
  ...(loadScenario('ekstest') as object),
  updates: [ended('u-1', {}), ended('u-2', { nodegroupName: 'managed-ng-20' }), ended('u-3', { addonName: 'coredns' })],
});

const gold = { manager: 'terraform', operation: 'Update', apiVersion: 'storage.k8s.io/v1beta1' };
const newest = loadScenario('eks-1.36');
/** EKS sees an API in use that is going. */
const newestInUse: Scenario = {
  ...newest,
  objects: newest.objects.map((it) =>
    it.kind === 'VolumeAttributesClass' ? { ...it, metadata: { ...it.metadata, managedFields: [gold] } } : it,
  ),
};

interface Made {
  readonly twin: Twin;
  readonly found: readonly Finding[];
}

async function planWith(access: Access, scenario: Scenario = ekstest, hop = '1.20-to-1.21'): Promise<Made> {
  const loaded = loadRunbook(new URL(`../../runbooks/${hop}.yaml`, import.meta.url).pathname);
  const { runbook } = loaded;
  const twin = openTwin({ ...scenario, access });
  const snapshot = await takeSnapshot(readOnly(twin.ports), {
    cluster: scenario.cluster.name,
    ...runbook.hop,
    addons: ['coredns'],
    ...(runbook.checks.includes('removed-apis') && { removedApis: runbook.removedApis }),
  });
  const plan = await makePlan({
    loaded,
    scenario: snapshot,
    procedure: blueGreen,
    steps: STEPS,
    accepted: [],
    newNames: {},
    tool: '0.1.0',
    openTwin,
  });
  return { twin, found: plan.findings };
}

const codesOf = (findings: readonly Finding[]): readonly string[] =>
  [...new Set(findings.map(({ code }) => code))].sort();

test('with exactly the rights of a plan it is made, and changes nothing', async () => {
  const { twin, found } = await planWith(without(rights));
  // What a run would lack is found, as it should be.
  expect(codesOf(found)).toEqual(['RIGHT_MISSING']);
  expect(found.map(({ object }) => object)).toContain('create:pods/eviction');
  expect(twin.journal.writes().filter(({ operation }) => !operation.includes('selfsubject'))).toEqual([]);
});

test('so is one of the newest hop, whose checks look at more', async () => {
  const { found } = await planWith(without(ofNewest), newestInUse, '1.36-to-1.37');
  expect(codesOf(found)).toEqual(['REMOVED_API_IN_USE', 'RIGHT_MISSING']);
});

test('none of them is a right to change anything', () => {
  const verbs = rights.allowed.map(({ verb }) => verb);
  expect([...new Set(verbs)].sort()).toEqual(['get', 'list']);
  const actions = rights.allowedActions.map(({ action }) => action.split(':')[1]);
  expect(actions.filter((it) => !/^(List|Describe)/.test(it ?? ''))).toEqual([]);
});

const isOfNewest = (line: Line): boolean => 'resource' in line && line.resource === 'volumeattributesclasses';
const needed = [
  ...linesOf(rights)
    .filter((it) => !isOptional(it) && !isOfNewest(it))
    .map((it) => [inWords(it), rights, it] as const),
  ...linesOf(ofNewest)
    .filter(isOfNewest)
    .map((it) => [inWords(it), ofNewest, it] as const),
];

test.each(needed)('without %s there is no plan', async (_, all, line) => {
  const made = all === rights ? planWith(without(all, line)) : planWith(without(all, line), newest, '1.36-to-1.37');
  await expect(made).rejects.toSatisfy(
    (thrown) =>
      thrown instanceof UpgradeError &&
      thrown.code === 'SnapshotIncomplete' &&
      /could not be read: 403 .*(forbidden|not authorized)/i.test(thrown.message),
  );
});

test.each(
  linesOf(ofNewest)
    .filter(isOptional)
    .map((it) => [inWords(it), it] as const),
)('without %s there is one, which says what it could not see', async (_, line) => {
  const { found } = await planWith(without(ofNewest, line), newestInUse, '1.36-to-1.37');
  expect(codesOf(found)).toEqual(['INSIGHTS_UNREADABLE', 'REMOVED_API_IN_USE', 'RIGHT_MISSING']);
});

test('a cluster of 1.25 or newer is not asked for a policy, which nobody may have the right to read any more', async () => {
  const policy = ofNewest.allowed.find(({ resource }) => resource === 'podsecuritypolicies');
  expect(policy).toBeDefined();
  const { found } = await planWith(without(ofNewest, policy), newest, '1.36-to-1.37');
  expect(found.map(({ object }) => object)).not.toContain('get:podsecuritypolicies.policy:eks.privileged');
});
