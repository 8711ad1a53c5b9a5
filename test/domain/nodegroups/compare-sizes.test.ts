import { describe, expect, it } from 'vitest';
import { compareWithRequest } from '#domain/nodegroups/compare';
import { compareSizes } from '#domain/nodegroups/compare-sizes';
import { designNodegroup } from '#domain/nodegroups/design';
import { aNodegroup } from '../../builders/a-nodegroup.ts';

const sizes = (minSize: number, desiredSize: number, maxSize: number) => ({ minSize, desiredSize, maxSize });
const wish = { name: 'managed-ng-21', to: '1.21', runId: 'run-2' };

/** What is said of a group left with the sizes `is`, when the old one has the sizes `old`. */
function compared(is: ReturnType<typeof sizes>, old: ReturnType<typeof sizes>) {
  const { request } = designNodegroup(aNodegroup({ scalingConfig: old }), wish);
  return compareSizes(aNodegroup({ nodegroupName: 'managed-ng-21', scalingConfig: is }), request);
}

describe('the sizes of a group that another run has left', () => {
  it('may be those that are asked for, or hold more nodes within the same bounds', () => {
    expect(compared(sizes(1, 2, 4), sizes(1, 2, 4))).toBeNull();
    expect(compared(sizes(1, 3, 4), sizes(1, 2, 4))).toBeNull();
  });

  it('are named, both of them, with the command that makes them equal', () => {
    expect(compared(sizes(1, 2, 4), sizes(2, 2, 10))).toEqual({
      why: 'its sizes are minSize=1,maxSize=4,desiredSize=2; those asked for after managed-ng-20 are minSize=2,maxSize=10,desiredSize=2',
      whatToDo:
        'make them equal, retry once the group is ACTIVE again: aws eks update-nodegroup-config --cluster-name ekstest --nodegroup-name managed-ng-21 --scaling-config minSize=2,maxSize=10,desiredSize=2',
    });
    expect(compared(sizes(1, 2, 4), sizes(1, 4, 6))?.whatToDo).toContain('minSize=1,maxSize=6,desiredSize=4');
    expect(compared(sizes(1, 2, 4), sizes(1, 3, 4))?.whatToDo).toContain('minSize=1,maxSize=4,desiredSize=3');
  });

  it('are not lowered below the nodes that are there, where the maximum allows them', () => {
    expect(compared(sizes(1, 5, 9), sizes(1, 2, 6))?.whatToDo).toContain('minSize=1,maxSize=6,desiredSize=5');
    expect(compared(sizes(1, 8, 9), sizes(1, 2, 6))?.whatToDo).toContain('drain 2 of its nodes first');
  });
});

describe('the other settings of a group that is there', () => {
  it.each([
    ['updateConfig', { updateConfig: { maxUnavailable: 1 } }, { updateConfig: { maxUnavailable: 2 } }],
    ['nodeRepairConfig', { nodeRepairConfig: { enabled: true } }, {}],
  ])('include %s as far as it is asked for', (key, old, is) => {
    const { request } = designNodegroup(aNodegroup(old), wish);
    expect(compareWithRequest(aNodegroup({ ...request, ...old }), request)).toEqual([]);
    const { nodeRepairConfig: _, ...bare } = aNodegroup({ ...request, version: '1.21' });
    expect(compareWithRequest({ ...bare, ...is }, request)).toEqual([expect.stringContaining(`${key} is `)]);
  });
});
