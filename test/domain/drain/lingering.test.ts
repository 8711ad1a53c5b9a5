import { expect, it } from 'vitest';
import { explainLingering } from '#domain/drain/explain';
import { aPod } from '../../builders/a-pod.ts';
import { aCordonedNode } from '../../builders/drain-node-object.ts';

const END = '2022-06-01T10:00:00Z';
const at = (seconds: number) => Date.parse(END) + seconds * 1000;
const terminating = aPod('default/web-0', { deletionTimestamp: END });

it('says how much of the grace is left', () => {
  expect(explainLingering(terminating, aCordonedNode(), at(-12), 600_000)).toMatchObject({
    code: 'TERMINATING_GRACE',
    why: 'it is terminating, 12 of 30 s of grace left',
    stuck: false,
  });
});

it('names the finalizers of a pod past its grace', () => {
  const pod = aPod('default/held', { deletionTimestamp: END, finalizers: ['example.com/backup'] });
  expect(explainLingering(pod, aCordonedNode(), at(60), 600_000)).toMatchObject({
    code: 'TERMINATING_FINALIZER',
    why: 'its grace ended 60 s ago, finalizers hold it: example.com/backup',
    stuck: false,
  });
});

it('says that a node does not answer, or is gone', () => {
  const lost = aCordonedNode('old-1', { ready: false });
  expect(explainLingering(terminating, lost, at(60), 600_000).why).toContain('node old-1 is not ready');
  expect(explainLingering(terminating, undefined, at(60), 600_000).why).toContain('node old-1 is gone');
});

it('calls a pod stuck ten minutes after its grace, not before', () => {
  expect(explainLingering(terminating, aCordonedNode(), at(600), 600_000)).toMatchObject({
    code: 'TERMINATING_LATE',
    stuck: false,
  });
  expect(explainLingering(terminating, aCordonedNode(), at(601), 600_000).stuck).toBe(true);
});

it('calls a pod that leaves a moment after its grace still stopping, whatever holds it', () => {
  for (const pod of [terminating, aPod('default/held', { deletionTimestamp: END, finalizers: ['example.com/backup'] })])
    expect(explainLingering(pod, aCordonedNode(), at(4), 1_000)).toMatchObject({
      code: 'TERMINATING_GRACE',
      why: 'its grace ended 4 s ago, it is still stopping',
      stuck: false,
    });
  expect(explainLingering(terminating, aCordonedNode(), at(6), 600_000).code).toBe('TERMINATING_LATE');
});

it('tells when time alone makes it another reason', () => {
  const changesAt = (seconds: number) => explainLingering(terminating, aCordonedNode(), at(seconds), 600_000).changesAt;
  expect([changesAt(-12), changesAt(4)]).toEqual([at(5) + 1, at(5) + 1]);
  expect(changesAt(6)).toBe(at(600) + 1);
});

it('does not send anybody to the finalizers of a pod whose kubelet is not heard, unless the pod has stopped', () => {
  const held = { deletionTimestamp: END, finalizers: ['example.com/backup'] };
  const lost = aCordonedNode('old-1', { ready: false });
  expect(explainLingering(aPod('default/held', held), lost, at(60), 600_000)).toMatchObject({
    code: 'TERMINATING_UNREACHABLE',
    why: expect.stringMatching(/finalizers hold it: example.com.backup, and node old-1 is not ready/),
  });
  const pod = aPod('default/held', held);
  const stopped = { ...pod, metadata: { ...pod.metadata, deletionGracePeriodSeconds: 0 } };
  expect(explainLingering(stopped, lost, at(60), 600_000).code).toBe('TERMINATING_FINALIZER');
});
