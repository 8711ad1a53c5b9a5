import { describe, expect, it } from 'vitest';
import { nodeInventory as check } from '#domain/preflight/node-inventory';
import { aNode } from '../../builders/a-node.ts';
import { look } from '../../builders/look.ts';

describe('node inventory', () => {
  it('blocks on a node that nobody is known to manage', () => {
    const nodes = [aNode('stranger', { group: null, providerID: 'kind://x' })];
    expect(look(check, { nodes })).toMatchObject([
      { code: 'NODE_OF_UNKNOWN_KIND', severity: 'block', object: 'stranger' },
    ]);
  });

  it('blocks on a node of a group that EKS does not list', () => {
    const nodes = [aNode('leftover', { group: 'long-gone' })];
    expect(look(check, { nodes })[0]?.why).toContain('"long-gone"');
  });

  it('names the nodes that are not rotated', () => {
    const nodes = [
      aNode('own', { group: null }),
      aNode('karp', { group: null, labels: { 'karpenter.sh/nodepool': 'spot' } }),
    ];
    expect(look(check, { nodes }).map(({ code, severity, object }) => `${severity} ${code} ${object}`)).toEqual([
      'info NODE_NOT_ROTATED own',
      'info NODE_NOT_ROTATED karp',
    ]);
  });
});
