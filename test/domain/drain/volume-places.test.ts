import { describe, expect, it } from 'vitest';
import { isZoneServed, podsWithoutPlace } from '#domain/drain/volume-places';
import type { Node } from '#domain/kubernetes/node';
import type { Claim, Volume } from '#domain/kubernetes/volume';
import { aPod } from '../../builders/a-pod.ts';
import { aGroupNode } from '../../builders/drain-node-object.ts';

const ZONE = 'topology.kubernetes.io/zone';
const old = aGroupNode('old-1', { cordoned: true, labels: { [ZONE]: 'a' } });
const nodeIn = (zone: string, parts: Parameters<typeof aGroupNode>[1] = {}): Node =>
  aGroupNode(`new-${zone}`, { group: 'new', labels: { [ZONE]: zone }, ...parts });
const claim = {
  metadata: { name: 'data-db-0', namespace: 'default', uid: 'c' },
  spec: { volumeName: 'pv-1' },
} as unknown as Claim;
const volumeIn = (zone: string) =>
  ({
    metadata: { name: 'pv-1', uid: 'v' },
    spec: {
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'In', values: [zone] }] }] },
      },
    },
  }) as unknown as Volume;
const db = aPod('default/db-0', {
  spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-db-0' } }] },
});
const web = aPod('default/web-0');
const without = (nodes: readonly Node[], volume = volumeIn('a')) =>
  podsWithoutPlace([db, web], 'old', { nodes: [old, ...nodes], claims: [claim], volumes: [volume] });

describe('the places of volumes', () => {
  it('need not be looked at while another node of the zone takes pods, or no pod has a claim', () => {
    expect(isZoneServed([db, web], old, [old, nodeIn('a')])).toBe(true);
    expect(isZoneServed([web], old, [old])).toBe(true);
  });

  it.each([
    ['cordoned', nodeIn('a', { cordoned: true })],
    ['not Ready', nodeIn('a', { ready: false })],
    ['in another zone', nodeIn('b')],
  ])('have to be looked at when the only other node is %s', (_, node) => {
    expect(isZoneServed([db, web], old, [old, node])).toBe(false);
  });

  it('hold nothing up when a node is where the volume is, or the volume can be used everywhere', () => {
    expect(without([nodeIn('a')])).toEqual([]);
    expect(without([], { ...volumeIn('a'), spec: {} } as Volume)).toHaveLength(1);
    expect(without([nodeIn('b')], { ...volumeIn('a'), spec: {} } as Volume)).toEqual([]);
  });

  it('hold a pod back when the nodes there are closed, and name them', () => {
    expect(without([nodeIn('a', { cordoned: true }), nodeIn('b')])).toEqual([
      'pod default/db-0 needs volume pv-1 (a): node new-a is cordoned',
    ]);
    expect(without([nodeIn('a', { ready: false })])).toEqual([
      'pod default/db-0 needs volume pv-1 (a): node new-a is not Ready',
    ]);
    expect(without([nodeIn('b')])).toEqual(['pod default/db-0 needs volume pv-1 (a): no other node is there']);
  });
});
