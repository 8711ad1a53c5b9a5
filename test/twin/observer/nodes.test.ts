import { beforeEach, describe, expect, it } from 'vitest';
import { MARK, NEW, OLD, type StoppedRun, stoppedIn } from '../../builders/stopped-run.ts';

let run: StoppedRun;
const node = (group: string = OLD, index = 0) => run.nodesOf(group)[index] as ReturnType<StoppedRun['nodesOf']>[number];
const BARE = { allocatable: {}, capacity: {}, conditions: [], nodeInfo: { kubeletVersion: 'v1.20.11' } };
const closed = { unschedulable: true };
const marked = (by: string | null) => ({ annotations: { [MARK]: by } });

describe('while the nodes of the old group are about to be closed', () => {
  beforeEach(async () => {
    run = await stoppedIn('work.drain.cordoning');
    expect(run.broken()).toEqual([]);
  });

  it('a cordon in one conditional patch with the mark is what the rules want', () => {
    expect(run.patchNode(node(), { metadata: marked('r1'), spec: closed })).toBe(200);
    expect(run.broken()).toEqual([]);
  });

  it.each([
    ['without the mark', { spec: closed }, OLD, ['cordon']],
    ['with the mark alone', { metadata: marked('r1') }, OLD, ['cordon']],
    ['with the mark of another run', { metadata: marked('r2'), spec: closed }, OLD, ['lease', 'cordon']],
    [
      'whatever its version is',
      { metadata: { ...marked('r1'), resourceVersion: undefined }, spec: closed },
      OLD,
      ['cordon'],
    ],
    ['although it is new', { metadata: marked('r1'), spec: closed }, NEW, ['cordon']],
  ])('a node that is closed %s is reported', (_, patch, group, rules) => {
    run.patchNode(node(group), patch);
    expect(run.broken()).toEqual(rules);
  });

  it('a node of no managed group that is closed is reported', () => {
    const bare = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'bare' }, spec: {}, status: BARE };
    run.twin.others.kubernetes.create({ group: '', version: 'v1', resource: 'nodes' }, bare);
    const name = { group: '', version: 'v1', resource: 'nodes', name: 'bare' };
    const made = run.twin.face.kubernetes.get(name).body as Parameters<StoppedRun['patchNode']>[0];
    run.patchNode(made, { metadata: marked('r1'), spec: closed });
    expect(run.words()).toBe('node bare is closed although it is in no managed group');
  });

  it('a node that somebody else has closed and that is claimed or opened is reported', () => {
    const at = { group: '', version: 'v1', resource: 'nodes', name: node().metadata.name };
    run.twin.others.kubernetes.patch(at, 'application/merge-patch+json', { spec: closed });
    expect(run.broken()).toEqual([]);
    run.patchNode(node(), { metadata: marked('r1'), spec: closed });
    expect(run.words()).toContain('is claimed although somebody else has closed it');
    run.patchNode(node(OLD, 1), { spec: { unschedulable: null } });
    expect(run.words()).toContain('is opened although run r1 has not closed it');
  });

  it.each([
    ['a label', { metadata: { labels: { 'topology.kubernetes.io/zone': 'x' } } }],
    ['an annotation', { metadata: { annotations: { owner: null } } }],
    ['a taint', { spec: { taints: [{ key: 'other', value: 'x', effect: 'NoSchedule' }] } }],
    ['its provider', { spec: { providerID: 'x' } }],
  ])('%s of a node that is none of ours and changes is reported', (_, patch) => {
    run.patchNode(node(), patch);
    expect(run.broken()).toEqual(['others-marks']);
  });
});

describe('while the first node of the old group is emptied', () => {
  beforeEach(async () => {
    run = await stoppedIn('work.drain.emptying');
  });

  it('a cordon that is taken back with its mark is what the rules want', () => {
    expect(run.patchNode(node(), { metadata: marked(null), spec: { unschedulable: null } })).toBe(200);
    expect(run.broken()).toEqual([]);
  });

  it('a node that is opened but keeps its mark is reported', () => {
    run.patchNode(node(), { spec: { unschedulable: null } });
    expect(run.words()).toContain('keeps the mark of the cordon');
  });
});

describe('while the old group is being deleted', () => {
  beforeEach(async () => {
    run = await stoppedIn('work.oldNodes.disappearing');
  });

  it('a node of it that is opened is reported, one of another group is not', () => {
    expect(run.nodesOf(OLD).length).toBeGreaterThan(0);
    expect(run.patchNode(node(), { metadata: marked(null), spec: { unschedulable: null } })).toBe(200);
    expect(run.broken()).toEqual(['reopened']);
    expect(run.words()).toContain(`is opened while its group ${OLD} is being deleted`);
  });
});
