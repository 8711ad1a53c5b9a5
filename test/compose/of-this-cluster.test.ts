import { describe, expect, it } from 'vitest';
import { value } from '#ports/answer';
import type { Eks } from '#ports/eks';
import { ofThisCluster } from '../../src/compose/of-this-cluster.ts';
import { aCluster } from '../builders/a-cluster.ts';

describe('the cluster that a run began on', () => {
  const opened = aCluster();
  const described = (now: ReturnType<typeof aCluster>) => {
    const eks = { describeCluster: async () => value(now) } as unknown as Eks;
    return ofThisCluster(eks, opened).describeCluster('ekstest');
  };

  it('may change its version, its status and its endpoint', async () => {
    expect(await described(aCluster({ version: '1.21', status: 'UPDATING', endpoint: 'https://other' }))).toMatchObject(
      {
        kind: 'value',
      },
    );
  });

  it.each([aCluster({ createdAt: '2022-03-05T18:00:00.000Z' }), aCluster({ arn: `${opened.arn}2` })])(
    'is another one when it was created at another time, or has another ARN',
    async (now) => {
      await expect(described(now)).rejects.toMatchObject({ code: 'ClusterReplaced' });
    },
  );
});
