import { describe, expect, it } from 'vitest';
import type { Ending } from '#engine/host';
import type { Scenario } from '#twin/scenario/schema';
import { ekstest } from '../builders/ekstest.ts';
import { Rehearsal } from './rehearsal.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' } as const;
const PODS = { group: '', version: 'v1', resource: 'pods' } as const;
const GROUP = 'eks.amazonaws.com/nodegroup';
const NEW_GROUP = 'managed-ng-21';

interface NodeObject {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}
interface PodObject {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly nodeName?: string };
}

const itemsOf = <T>({ body }: { readonly body: unknown }) => (body as { items: readonly T[] }).items;

const nodesOf = ({ twin }: Rehearsal, group: string) =>
  itemsOf<NodeObject>(twin.face.kubernetes.list(NODES)).filter(({ metadata }) => metadata.labels?.[GROUP] === group);

/** What somebody does with kubectl: closes or opens the nodes of a group. */
function setSchedulable(run: Rehearsal, group: string, isOpen: boolean): void {
  for (const { metadata } of nodesOf(run, group)) {
    const body = { spec: { unschedulable: isOpen ? null : true } };
    run.twin.face.kubernetes.patch({ ...NODES, name: metadata.name }, 'application/merge-patch+json', body);
  }
}

/** Somebody deletes the pods of the Deployment, so that they are placed anew. */
function deletePods({ twin }: Rehearsal): void {
  for (const { metadata } of itemsOf<PodObject>(twin.face.kubernetes.list({ ...PODS, namespace: 'default' }))) {
    if (metadata.name.startsWith('deployment-')) twin.face.kubernetes.remove({ ...PODS, ...metadata }, {});
  }
}

const count = (run: Rehearsal, operation: string) => run.writes().filter((it) => it.operation === operation).length;

const failureOf = (ending: Ending | null) => (ending?.kind === 'parked' ? ending.failure : null);

interface DeploymentObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template: { readonly spec: object } };
}

/** The pods of the Deployment tolerate everything and want the old group: they come back whenever they are evicted. */
const comingBack = (): Scenario =>
  ekstest((draft) => {
    const objects = draft.objects as unknown as readonly DeploymentObject[];
    const deployment = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'deployment');
    Object.assign(deployment?.spec.template.spec ?? {}, {
      tolerations: [{ operator: 'Exists' }],
      nodeSelector: { [GROUP]: 'managed-ng-20' },
    });
  });

describe('before the old group is deleted', () => {
  it('pods on nodes that somebody else had cordoned are evicted like any other', async () => {
    const run = new Rehearsal();
    setSchedulable(run, 'managed-ng-20', false);
    expect((await run.start())?.kind).toBe('finished');
    expect(count(run, 'k8s:evict pods')).toBe(8);
  });

  it('pods that want the old group are found before anything is changed', async () => {
    const run = new Rehearsal(comingBack());
    expect((await run.start())?.kind).toBe('blocked');
    expect(run.writes()).toEqual([]);
  });

  it('pods that tolerate every cordon and come back, which the operator had accepted, stop the delete, named, instead of dying with the nodes', async () => {
    const run = new Rehearsal(comingBack());
    run.accepted = [{ code: 'POD_BOUND_TO_OLD_NODES', object: 'Deployment/default/deployment' }];
    const failure = failureOf(await run.start());
    expect(failure?.code).toBe('GroupNotEmpty');
    expect(failure?.message).toContain('default/deployment-');
    expect(count(run, 'k8s:evict pods')).toBeGreaterThan(0);
    expect(count(run, 'eks:DeleteNodegroup')).toBe(0);
  });

  it('an old proof of emptiness is worth nothing: what came to the nodes after it is found, drained and asked about again', async () => {
    const run = new Rehearsal();
    let isDone = false;
    run.meanwhile = (state) => {
      if (state !== 'work.oldNodes.deleting' || isDone) return;
      isDone = true;
      setSchedulable(run, 'managed-ng-20', true);
      setSchedulable(run, NEW_GROUP, false);
      deletePods(run);
      run.twin.time.tick(run.twin.time.now() + 120_000);
      setSchedulable(run, NEW_GROUP, true);
    };
    expect(failureOf(await run.start())?.code).toBe('GroupNotEmpty');
    expect(count(run, 'eks:DeleteNodegroup')).toBe(0);

    await run.ask('retry');
    expect((await run.resume())?.kind).toBe('finished');
    const states = (await run.records()).map(({ state }) => state);
    expect(states.filter((state) => state === 'work.deleteQuestion').length).toBeGreaterThan(1);
    expect(count(run, 'eks:DeleteNodegroup')).toBe(1);
  });

  it('a node that was opened after the drain is closed again before the delete', async () => {
    const run = new Rehearsal();
    run.meanwhile = (state) => state === 'work.bake' && setSchedulable(run, 'managed-ng-20', true);
    expect((await run.start())?.kind).toBe('finished');
    const acts = run.writes().map(({ operation }) => operation);
    expect(
      acts.slice(0, acts.indexOf('eks:DeleteNodegroup')).filter((it) => it === 'k8s:patch nodes').length,
    ).toBeGreaterThan(6);
  });
});
