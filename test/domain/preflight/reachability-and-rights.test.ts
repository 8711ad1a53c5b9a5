import { describe, expect, it } from 'vitest';
import type { Answered } from '#domain/answers/answered';
import { reachabilityAndRights as check } from '#domain/preflight/reachability-and-rights';
import { kubernetesRightsFor } from '#domain/rights/rbac';
import { aCluster } from '../../builders/a-cluster.ts';
import { HOP, healthyCluster } from '../../builders/healthy-cluster.ts';
import { look } from '../../builders/look.ts';

const refused = (status: number, code: string): Answered<never> => ({
  kind: 'refused',
  status,
  code,
  message: `${code}!`,
});
const withCluster = (cluster: Answered<never>) => check.look({ ...healthyCluster(), cluster }, HOP)[0];

describe('reachability and rights', () => {
  it('say that there is no such cluster only when EKS itself says so', () => {
    expect(withCluster(refused(404, 'ResourceNotFoundException'))).toMatchObject({
      code: 'CLUSTER_NOT_FOUND',
      object: 'ekstest',
    });
  });

  it('take an answer that cannot be parsed for an unreachable API', () => {
    expect(withCluster({ kind: 'unknown', code: 'Unparsable', message: '<html>' })).toMatchObject({
      code: 'API_UNREACHABLE',
      severity: 'block',
    });
  });

  it('tell expired credentials from missing rights', () => {
    expect(withCluster(refused(403, 'ExpiredTokenException'))?.code).toBe('CREDENTIALS_EXPIRED');
    expect(withCluster(refused(403, 'AccessDeniedException'))?.code).toBe('FORBIDDEN');
  });

  it('name the right to evict when it is missing, and how to ask for it', () => {
    const rights = kubernetesRightsFor('run').map((right) => ({
      right,
      allowed: right.subresource !== 'eviction',
      reason: 'no RBAC policy matched',
    }));
    expect(look(check, { rights })).toMatchObject([
      {
        code: 'RIGHT_MISSING',
        severity: 'block',
        object: 'create:pods/eviction',
        why: expect.stringContaining('no RBAC policy matched'),
        whatToDo: expect.stringContaining('kubectl auth can-i create pods --subresource=eviction -A'),
      },
    ]);
  });

  it('notice an API server that cannot belong to this cluster', () => {
    expect(look(check, { apiServer: { gitVersion: 'v1.24.1-eks-1' } })).toMatchObject([
      { code: 'API_SERVER_OF_ANOTHER_CLUSTER' },
    ]);
  });

  it('block a cluster that has failed', () => {
    expect(look(check, { cluster: aCluster({ status: 'FAILED' }) })).toMatchObject([{ code: 'CLUSTER_NOT_ACTIVE' }]);
  });
});
