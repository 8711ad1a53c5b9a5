import { describe, expect, it } from 'vitest';
import { negotiate } from '#twin/http/kubernetes/tables/negotiate';

const KUBECTL =
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';

describe('the Accept header', () => {
  it('of kubectl get asks for a Table', () => {
    expect(negotiate(KUBECTL, null)).toEqual({ version: 'v1', includeObject: 'Metadata' });
    expect(negotiate(KUBECTL, 'Object')).toEqual({ version: 'v1', includeObject: 'Object' });
  });

  it('of an old kubectl asks for v1beta1', () => {
    expect(negotiate('application/json;as=Table;v=v1beta1;g=meta.k8s.io', null)).toMatchObject({ version: 'v1beta1' });
  });

  it('falls back to JSON where another form stands first', () => {
    expect(negotiate('application/vnd.kubernetes.protobuf,application/json', null)).toBe('json');
    expect(
      negotiate('application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json', null),
    ).toBe('json');
  });

  it('takes JSON when nothing is said', () => {
    expect(negotiate(undefined, null)).toBe('json');
    expect(negotiate('*/*', null)).toBe('json');
  });

  it('cannot be met where only other forms are taken', () => {
    expect(negotiate('application/vnd.kubernetes.protobuf', null)).toBe('not acceptable');
  });
});
