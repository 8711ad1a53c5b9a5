import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCniSettings } from '#domain/network/cni-settings';
import { nodeAddresses, podCapacity } from '#domain/network/node-addresses';
import { aDaemonSet } from '../../builders/a-daemon-set.ts';
import { T3_MEDIUM, T3_SMALL } from '../../builders/healthy-cluster.ts';

function settings(env: Readonly<Record<string, string>> = {}) {
  const reading = readCniSettings([aDaemonSet('aws-node', { env })]);
  if (reading.kind !== 'settings') throw new TypeError(reading.why);
  return reading.settings;
}

const taken = (env: Readonly<Record<string, string>>, ...pods: readonly number[]) =>
  pods.reduce((sum, it) => sum + nodeAddresses(T3_MEDIUM, settings(env), it).taken, 0);

describe('three idle t3.medium', () => {
  it('take 30 addresses with the two coredns pods on two nodes', () => {
    expect(taken({}, 1, 1, 0)).toBe(30);
  });

  it('take one interface less when both share a node', () => {
    expect(taken({}, 2, 0, 0)).toBe(24);
  });

  it('take 18 with WARM_ENI_TARGET 0', () => {
    expect(taken({ WARM_ENI_TARGET: '0' }, 1, 1, 0)).toBe(18);
  });

  it('run 43 of 100 replicas beside coredns, and 13 with MAX_ENI 1', () => {
    expect(3 * podCapacity(T3_MEDIUM, settings()) - 2).toBe(43);
    expect(3 * podCapacity(T3_MEDIUM, settings({ MAX_ENI: '1' })) - 2).toBe(13);
  });

  it('take 24 with MAX_ENI 2, WARM_IP_TARGET 3, MINIMUM_IP_TARGET 4 and three pods each, and 36 at most', () => {
    const env = { MAX_ENI: '2', WARM_IP_TARGET: '3', MINIMUM_IP_TARGET: '4' };
    expect(taken(env, 3, 3, 3)).toBe(24);
    expect(taken(env, 10, 10, 10)).toBe(36);
    expect(taken(env, 17, 17, 17)).toBe(36);
  });
});

describe('a t3.small', () => {
  const on = (pods: number, env = {}) => nodeAddresses(T3_SMALL, settings(env), pods);

  it('has one interface with three addresses for pods when it is empty', () => {
    expect(on(0)).toEqual({ interfaces: 1, forPods: 3, taken: 4 });
  });

  it('has three interfaces with nine for five pods', () => {
    expect(on(5)).toMatchObject({ interfaces: 3, forPods: 9 });
  });

  it('has two interfaces with five when it is empty with WARM_IP_TARGET 2 and MINIMUM_IP_TARGET 5', () => {
    expect(on(0, { WARM_IP_TARGET: '2', MINIMUM_IP_TARGET: '5' })).toEqual({ interfaces: 2, forPods: 5, taken: 7 });
  });

  it('takes blocks of sixteen with prefix delegation', () => {
    const env = { ENABLE_PREFIX_DELEGATION: 'true', WARM_PREFIX_TARGET: '1' };
    expect(on(0, env)).toEqual({ interfaces: 1, forPods: 16, taken: 17 });
    expect(on(17, env)).toEqual({ interfaces: 1, forPods: 48, taken: 49 });
  });
});

describe('the addresses of a node', () => {
  const anyEnv = fc.record(
    {
      WARM_ENI_TARGET: fc.constantFrom('0', '1', '2'),
      WARM_IP_TARGET: fc.constantFrom('1', '3', '8'),
      MINIMUM_IP_TARGET: fc.constantFrom('2', '10'),
      MAX_ENI: fc.constantFrom('1', '2', '9'),
      ENABLE_PREFIX_DELEGATION: fc.constantFrom('true', 'false'),
    },
    { requiredKeys: [] },
  );

  it('never exceed the instance, never fall with more pods, and hold every pod that fits', () => {
    fc.assert(
      fc.property(anyEnv, fc.integer({ min: 0, max: 100 }), (env, pods) => {
        const cni = settings(env);
        const fitting = Math.min(pods, podCapacity(T3_MEDIUM, cni));
        const now = nodeAddresses(T3_MEDIUM, cni, fitting);
        expect(now.interfaces).toBeLessThanOrEqual(3);
        expect(now.forPods).toBeGreaterThanOrEqual(fitting);
        expect(nodeAddresses(T3_MEDIUM, cni, fitting + 1).taken).toBeGreaterThanOrEqual(now.taken);
      }),
    );
  });
});

describe('the settings of the VPC CNI', () => {
  it('cannot be judged without aws-node, with custom networking or with IPv6', () => {
    expect(readCniSettings([]).kind).toBe('cannot-judge');
    for (const name of ['AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG', 'ENABLE_IPv6'])
      expect(readCniSettings([aDaemonSet('aws-node', { env: { [name]: 'true' } })]).kind).toBe('cannot-judge');
  });
});
