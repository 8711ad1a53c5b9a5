import { expect, test } from 'vitest';
import { AWS_RIGHTS } from '#domain/rights/aws-rights';
import { KUBERNETES_RIGHTS } from '#domain/rights/kubernetes-rights';
import { EC2_ACTIONS, EKS_ACTIONS, KUBERNETES_CALLS } from '#ports/rights-of-calls';

const words = ({ verb, group, resource, subresource }: (typeof KUBERNETES_RIGHTS)[number]): string =>
  `${verb} ${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;

test('the rights in Kubernetes are those behind the calls of the port, and no others', () => {
  const calls = new Set(Object.values(KUBERNETES_CALLS).flat());
  expect([...new Set(KUBERNETES_RIGHTS.map(words))].sort()).toEqual([...calls].sort());
});

test('the actions of AWS are those behind the calls of the ports, and what EKS does in the name of the caller', () => {
  const calls = new Set([...Object.values(EKS_ACTIONS), ...Object.values(EC2_ACTIONS)]);
  const own = AWS_RIGHTS.filter(({ within }) => within === undefined).map(({ action }) => action);
  expect([...new Set(own)].sort()).toEqual([...calls].sort());
});

test('each right says why, and each right that no list of AWS names says where it is written', () => {
  for (const { why } of [...AWS_RIGHTS, ...KUBERNETES_RIGHTS]) expect(why.length).toBeGreaterThan(10);
  for (const { within, source = '' } of AWS_RIGHTS) if (within !== undefined) expect(source).toMatch(/^https:\/\//);
});
