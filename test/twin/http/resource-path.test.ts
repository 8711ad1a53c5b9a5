import { describe, expect, it } from 'vitest';
import { parseResourcePath } from '#twin/http/kubernetes/resource-path';

const parse = (path: string) => parseResourcePath(path.split('/').filter((part) => part !== ''));

describe('a path of the Kubernetes API', () => {
  it('names a resource of the core group or of another one', () => {
    expect(parse('/api/v1/nodes')).toEqual({ group: '', version: 'v1', resource: 'nodes' });
    expect(parse('/apis/apps/v1/deployments')).toEqual({ group: 'apps', version: 'v1', resource: 'deployments' });
  });

  it('names an object and its subresource in a namespace', () => {
    expect(parse('/api/v1/namespaces/shop/pods/web-0/eviction')).toEqual({
      group: '',
      version: 'v1',
      resource: 'pods',
      namespace: 'shop',
      name: 'web-0',
      subresource: 'eviction',
    });
  });

  it('tells a namespace from what is in it', () => {
    expect(parse('/api/v1/namespaces/shop')).toEqual({
      group: '',
      version: 'v1',
      resource: 'namespaces',
      name: 'shop',
    });
    expect(parse('/api/v1/namespaces/shop/status')).toMatchObject({ resource: 'namespaces', subresource: 'status' });
  });

  it.each(['/', '/api', '/api/v1', '/apis', '/apis/apps', '/apis/apps/v1', '/version', '/api/v1/pods/a/b/c'])(
    'names nothing in %s',
    (path) => {
      expect(parse(path)).toBeNull();
    },
  );
});
