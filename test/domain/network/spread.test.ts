import { describe, expect, it } from 'vitest';
import { placeNodes, spreadOverZones } from '#domain/network/spread';
import { aSubnet } from '../../builders/a-cluster.ts';

const second = { ...aSubnet('a'), subnetId: 'subnet-a2' };

describe('new nodes', () => {
  it('spread over the zones, rounded up', () => {
    const shares = spreadOverZones(4, [aSubnet('d'), aSubnet('a'), second]);
    expect(shares.map(({ zone, nodes, subnets }) => [zone, nodes, subnets.length])).toEqual([
      ['ap-northeast-1a', 2, 2],
      ['ap-northeast-1d', 2, 1],
    ]);
  });

  it('take the roomiest subnet of their zone first and leave less for the next', () => {
    const free = new Map([
      ['subnet-a', 13],
      ['subnet-a2', 25],
    ]);
    const share = { zone: 'a', nodes: 4, subnets: [aSubnet('a'), second] };
    expect(placeNodes(share, 12, free)).toBe(1);
    expect([...free.values()]).toEqual([1, 1]);
  });
});
