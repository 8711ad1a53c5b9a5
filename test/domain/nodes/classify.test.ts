import { describe, expect, it } from 'vitest';
import { classifyNode } from '#domain/nodes/classify';
import { aNode } from '../../builders/a-node.ts';

const kind = (wish: Parameters<typeof aNode>[1]) =>
  classifyNode(aNode('n', { group: null, ...wish }), ['managed-ng-20']).kind;

describe('a node', () => {
  it.each([
    ['managed-group', { group: 'managed-ng-20' }],
    ['unknown', { group: 'long-gone' }],
    ['auto-mode', { labels: { 'eks.amazonaws.com/compute-type': 'auto', 'karpenter.sh/nodepool': 'system' } }],
    ['fargate', { labels: { 'eks.amazonaws.com/compute-type': 'fargate' } }],
    ['hybrid', { labels: { 'eks.amazonaws.com/compute-type': 'hybrid' } }],
    ['hybrid', { providerID: 'eks-hybrid:///eu-west-1/ekstest/mi-1' }],
    ['karpenter', { labels: { 'karpenter.sh/nodepool': 'spot' } }],
    ['karpenter', { labels: { 'karpenter.sh/provisioner-name': 'default' } }],
    ['self-managed', {}],
    ['unknown', { providerID: 'kind://docker/x' }],
    ['unknown', { providerID: '' }],
  ] as const)('is %s by %o', (expected, wish) => {
    expect(kind(wish)).toBe(expected);
  });
});
