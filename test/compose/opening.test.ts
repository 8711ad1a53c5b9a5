import { describe, expect, test } from 'vitest';
import type { Answer } from '#ports/answer';
import type { Cluster } from '#ports/eks';
import { accountAndRegion, describedCluster } from '../../src/compose/described-cluster.ts';
import { refuseElsewhere } from '../../src/compose/refuse-elsewhere.ts';
import { runId } from '../../src/compose/run-id.ts';
import { CLUSTER } from '../builders/composition.ts';

const refused = (status: number, code: string): Answer<Cluster> => ({
  kind: 'refused',
  status,
  code,
  message: 'the words of the API',
  causes: [],
});

describe('a cluster that cannot be described', () => {
  test.each([
    ['is missing', refused(404, 'ResourceNotFoundException'), 'ClusterNotFound'],
    ['is forbidden', refused(403, 'AccessDeniedException'), 'Forbidden'],
    ['is asked for with an expired token', refused(400, 'ExpiredTokenException'), 'CredentialsExpired'],
    ['is asked for without credentials', refused(401, 'CredentialsProviderError'), 'CredentialsExpired'],
    [
      'gives no answer',
      { kind: 'unknown', code: 'ECONNREFUSED', message: 'the words of the API' } as const,
      'ApiUnreachable',
    ],
    ['fails', refused(500, 'ServerException'), 'ClusterNotDescribed'],
  ])('because it %s ends with 3 and the words of the API', (_, answer, code) => {
    const act = () => describedCluster(answer, 'ekstest', 'ap-northeast-1');
    expect(act).toThrow(expect.objectContaining({ code, exit: 3 }));
    expect(act).toThrow('the words of the API');
  });
});

describe('a kubeconfig', () => {
  test('may write the address of the cluster in another case', () => {
    expect(() =>
      refuseElsewhere(
        'https://ABC.gr7.eks.amazonaws.com',
        { ...CLUSTER, endpoint: 'https://abc.gr7.eks.amazonaws.com' },
        [],
      ),
    ).not.toThrow();
  });

  test('that leads to another cluster is refused before anything is changed', () => {
    const act = () => refuseElsewhere('https://other.example', CLUSTER, []);
    expect(act).toThrow(expect.objectContaining({ code: 'KubeconfigElsewhere', exit: 3 }));
  });

  test('that leads through a tunnel has to be accepted by its address', () => {
    const accept = (object: string) => [{ code: 'KUBECONFIG_ELSEWHERE', object }];
    expect(() => refuseElsewhere('https://localhost:9', CLUSTER, accept('https://localhost:9'))).not.toThrow();
    expect(() => refuseElsewhere('https://localhost:9', CLUSTER, accept('https://localhost:8'))).toThrow();
  });
});

test('account and region come from the ARN, in every partition', () => {
  expect(accountAndRegion('arn:aws-cn:eks:cn-north-1:123456789012:cluster/x')).toEqual({
    account: '123456789012',
    region: 'cn-north-1',
  });
  expect(() => accountAndRegion('ekstest')).toThrow(expect.objectContaining({ code: 'ArnUnreadable' }));
});

test('run ids sort by their start', () => {
  const ids = [0, 1_000, 86_400_000].map((ms) => runId(Date.parse('2021-11-09T08:30:38.123Z') + ms, 'ffff'));
  expect(ids).toEqual(['20211109-083038-ffff', '20211109-083039-ffff', '20211110-083038-ffff']);
});
