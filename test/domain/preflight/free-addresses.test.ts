import { describe, expect, it } from 'vitest';
import { freeAddresses as check } from '#domain/preflight/free-addresses';
import { aCluster, aSubnet } from '../../builders/a-cluster.ts';
import { aDaemonSet } from '../../builders/a-daemon-set.ts';
import { aNode } from '../../builders/a-node.ts';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { healthyFacts } from '../../builders/healthy-cluster.ts';
import { look } from '../../builders/look.ts';

const subnets = (a: number, c: number, d: number) => [aSubnet('a', a), aSubnet('c', c), aSubnet('d', d)];

describe('free addresses', () => {
  it('block when only one zone has five free for the control plane', () => {
    expect(look(check, { subnets: subnets(4, 250, 4) })).toContainEqual(
      expect.objectContaining({
        code: 'TOO_FEW_ADDRESSES_FOR_CONTROL_PLANE',
        severity: 'block',
        why: expect.stringContaining('subnet-a (ap-northeast-1a) 4'),
      }),
    );
  });

  it('block on the one subnet where a new node with its pod finds no twelve beside the five of the control plane', () => {
    expect(look(check, { subnets: subnets(17, 16, 17) })).toMatchObject([
      {
        code: 'TOO_FEW_ADDRESSES_FOR_NODES',
        object: 'subnet-c',
        guards: 'new-nodes',
        why: expect.stringContaining('subnet-c 11'),
      },
    ]);
    expect(look(check, { subnets: subnets(17, 17, 17) })).toEqual([]);
  });

  it('no longer keep five for the control plane once it has moved', () => {
    const moved = { cluster: aCluster({ version: '1.21' }) };
    expect(look(check, { ...moved, subnets: subnets(12, 12, 12) })).toEqual([]);
    expect(look(check, { ...moved, subnets: subnets(12, 12, 11) })).toHaveLength(1);
  });

  it('count only the new nodes that are not there yet', () => {
    const nodes = [...healthyFacts().nodes, ...['x', 'y', 'z'].map((name) => aNode(name, { group: 'managed-ng-21' }))];
    expect(look(check, { cluster: aCluster({ version: '1.21' }), nodes, subnets: subnets(0, 0, 0) })).toEqual([]);
  });

  it('let two groups not share the same free addresses', () => {
    const nodegroups = [aNodegroup(), aNodegroup({ nodegroupName: 'second' })];
    const rotations = [
      { old: 'managed-ng-20', new: 'managed-ng-21' },
      { old: 'second', new: 'second-1-21' },
    ];
    // A node without pods takes one interface: 12 + 6, and 5 stay for the control plane.
    expect(look(check, { nodegroups, subnets: subnets(23, 23, 23) }, { rotations })).toEqual([]);
    expect(look(check, { nodegroups, subnets: subnets(23, 23, 22) }, { rotations })).toHaveLength(1);
  });

  it('name a cluster subnet that does not exist any more', () => {
    expect(look(check, { subnets: [aSubnet('a'), aSubnet('c')] })).toContainEqual(
      expect.objectContaining({ code: 'SUBNET_GONE', object: 'subnet-d' }),
    );
  });

  it('cannot be judged with another network plug-in, with custom networking, or without the instance type', () => {
    const custom = aDaemonSet('aws-node', { env: { AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG: 'true' } });
    for (const changed of [{ workloads: [] }, { workloads: [custom] }, { instanceTypes: [] }]) {
      expect(look(check, changed)).toMatchObject([
        { code: 'ADDRESSES_NOT_JUDGED', severity: 'risk', object: 'managed-ng-20' },
      ]);
    }
  });
});
