import * as eks from '@aws-sdk/client-eks';
import { describe, expect, it } from 'vitest';
import { EKS_ROUTES, findEksRoute } from '#twin/http/aws/eks-routes';

/** The operation schemas of the SDK: `[9, namespace, 'ListClusters', { http: ['GET', '/clusters', 200] }, …]`. */
function declared(operation: string): readonly unknown[] {
  const name = `${operation[0]?.toUpperCase()}${operation.slice(1)}$`;
  const schema = (eks as unknown as Record<string, readonly [number, string, string, { http: readonly unknown[] }]>)[
    name
  ];
  return schema?.[3].http ?? [];
}

describe('the routes of the EKS API', () => {
  it.each(EKS_ROUTES.map((route) => [route.operation, route] as const))(
    '%s has the method and path that the SDK declares',
    (operation, route) => {
      expect(declared(operation)).toEqual([route.method, route.path, 200]);
    },
  );

  it('takes the names out of the path', () => {
    expect(findEksRoute('GET', ['clusters', 'ekstest', 'node-groups', 'managed-ng-20'])).toEqual({
      operation: 'describeNodegroup',
      names: { clusterName: 'ekstest', nodegroupName: 'managed-ng-20' },
    });
  });

  it('knows no operation for another method or a longer path', () => {
    expect(findEksRoute('PUT', ['clusters', 'ekstest'])).toBeNull();
    expect(findEksRoute('GET', ['clusters', 'ekstest', 'node-groups', 'a', 'b'])).toBeNull();
  });
});
