import { expect, it } from 'vitest';
import { addonLeftovers } from '#domain/versions/addon-leftovers';
import { anAddon } from '../../builders/an-addon.ts';

const WANTED = 'v1.9.3-eksbuild.2';
const left = (addon: Parameters<typeof anAddon>[0], running: readonly string[] = []) =>
  addonLeftovers([{ addon: anAddon(addon), wanted: WANTED, running }], 'ekstest');

it('name an add-on that has its new version, and not one that was not touched', () => {
  expect(left({ addonVersion: WANTED })).toEqual([`add-on coredns is at ${WANTED}: it stays there`]);
  expect(left({})).toEqual([]);
});

it('name an update that is running, and an add-on that is not well', () => {
  expect(left({ status: 'UPDATING' }, ['u-7'])[0]).toContain('update u-7 of add-on coredns is running');
  expect(left({ addonVersion: WANTED, status: 'DEGRADED' })).toEqual([
    `add-on coredns is at ${WANTED}: it is DEGRADED`,
  ]);
});
