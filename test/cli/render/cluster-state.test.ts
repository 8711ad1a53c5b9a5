import { expect, test } from 'vitest';
import { clusterState } from '../../../src/cli/render/cluster-state.ts';

const told = (state: string) => clusterState(`work.${state}`, '1.20', '1.21');

test.each(['verifyingEmpty', 'deleting', 'verifyingSurvivors'])(
  'in oldNodes.%s nothing is said to be empty or deleted that a failure may say is not',
  (state) => {
    expect(told(`oldNodes.${state}`)).toBe(
      'control plane at 1.21; the pods were moved to new nodes; the old node groups are deleted one after another, each proved empty right before; one that a failure is named of still stands',
    );
  },
);

test('after EKS took a delete, which groups still stand is said', () => {
  expect(told('oldNodes.disappearing')).toContain('EKS was asked to delete an old node group');
  expect(told('oldNodes.disappearing')).toContain('those after it still stand');
});

test.each(['rechecking', 'taintingLaterGroups', 'surveyingGroup', 'freezing', 'resizing', 'cordoning'])(
  'in drain.%s the old nodes are not said to be cordoned already',
  (state) => {
    expect(told(`drain.${state}`)).toContain(
      'the old ones serve as before, or are cordoned where the drain had begun; none is deleted',
    );
  },
);

test('once nodes are emptied, old nodes are cordoned', () => {
  expect(told('drain.emptying')).toContain('old nodes are cordoned, none is deleted');
});
