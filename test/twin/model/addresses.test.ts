import { expect, test } from 'vitest';
import { addressesTaken } from '#twin/model/addresses';

const t3medium = {
  interfaces: 3,
  addressesPerInterface: 6,
  warmInterfaces: 1,
  warmAddresses: null,
  minimumAddresses: null,
};
const t3small = { ...t3medium, addressesPerInterface: 4 };

/** Figures measured with the VPC CNI: three t3.medium with two coredns pods. */
test('three idle nodes take 30 addresses, 24 when both coredns pods share a node, 18 without a warm interface', () => {
  const nodes = (settings: typeof t3medium, pods: number[]) =>
    pods.reduce((all, it) => all + addressesTaken(settings, it), 0);
  expect(nodes(t3medium, [1, 1, 0])).toBe(30);
  expect(nodes(t3medium, [2, 0, 0])).toBe(24);
  expect(nodes({ ...t3medium, warmInterfaces: 0 }, [1, 1, 0])).toBe(18);
});

test('a node never takes more interfaces than its type or MAX_ENI allows', () => {
  expect(addressesTaken(t3medium, 15)).toBe(18);
  expect(addressesTaken({ ...t3medium, interfaces: 1 }, 5)).toBe(6);
});

test('five pods on a t3.small need three interfaces', () => {
  expect([addressesTaken(t3small, 0), addressesTaken(t3small, 5)]).toEqual([4, 12]);
});

test('with warm addresses a node holds what its pods need and that many more, beside one for each interface', () => {
  const settings = { ...t3small, warmAddresses: 2, minimumAddresses: 5 };
  expect(addressesTaken(settings, 0)).toBe(5 + 2);
  expect(addressesTaken(settings, 5)).toBe(7 + 3);
});
