import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KUBERNETES_RIGHTS } from '#domain/rights/kubernetes-rights';
import { UpgradeError } from '#errors/upgrade-error';
import { findRunbook, knownHops } from '#runbook/find';
import { loadRunbook } from '#runbook/load';
import { resourceByKind } from '#twin/model/resources';
import { RUNBOOK_TEXT, runbookTextWith } from '../builders/runbook-text.ts';

const packaged = new URL('../../runbooks', import.meta.url).pathname;

function thrownBy(act: () => unknown): UpgradeError {
  try {
    act();
  } catch (error) {
    if (error instanceof UpgradeError) return error;
    throw error;
  }
  throw new TypeError('nothing was thrown');
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'runbooks-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('finds a hop among the packaged runbooks', () => {
  expect(findRunbook('1.20-to-1.21', packaged)).toBe(join(packaged, '1.20-to-1.21.yaml'));
});

test('takes a path as it is', () => {
  expect(findRunbook('/etc/runbooks/mine.yaml', packaged)).toBe('/etc/runbooks/mine.yaml');
  expect(findRunbook('mine.yaml', packaged)).toBe(join(process.cwd(), 'mine.yaml'));
});

test('refuses an unknown hop and names those that exist, oldest first', () => {
  const folder = folderWith({ '1.9-to-1.10.yaml': '', '1.20-to-1.21.yaml': '', 'README.md': '' });
  const error = thrownBy(() => findRunbook('1.20-to-1.22', folder));
  expect(error).toMatchObject({ code: 'UnknownHop', exit: 2 });
  expect(error.message).toBe('there is no runbook for the hop "1.20-to-1.22"; there is 1.9-to-1.10, 1.20-to-1.21');
});

test('an invalid runbook is refused as wrong use, with every problem and its place', () => {
  const folder = folderWith({
    'mine.yaml': runbookTextWith('bake: 15m', 'bake: soon').replace('- budgets', '- budget'),
  });
  const error = thrownBy(() => loadRunbook(join(folder, 'mine.yaml')));
  expect(error).toMatchObject({ code: 'RunbookInvalid', exit: 2 });
  expect(error.message).toMatch(
    /^runbook mine\.yaml has 2 problems:\nmine\.yaml:8:5: checks\[1\]: .*\nmine\.yaml:20:7: bake: /,
  );
});

test('a file that is not there is named', () => {
  expect(thrownBy(() => loadRunbook('/nowhere/mine.yaml'))).toMatchObject({ code: 'RunbookUnreadable', exit: 2 });
});

test('keeps the bytes of the file beside the runbook', () => {
  const folder = folderWith({ 'mine.yaml': RUNBOOK_TEXT });
  expect(loadRunbook(join(folder, 'mine.yaml')).bytes).toBe(RUNBOOK_TEXT);
});

test('every packaged runbook is valid, is named after its hop, and gives each note a public source', () => {
  const hops = knownHops(packaged);
  expect(hops).toContain('1.20-to-1.21');
  for (const hop of hops) {
    const { runbook } = loadRunbook(findRunbook(hop, packaged));
    expect(`${runbook.hop.from}-to-${runbook.hop.to}`).toBe(hop);
    for (const note of runbook.notes) expect(note.source).toMatch(/^https:\/\//);
  }
});

test('1.20-to-1.21 bakes ten minutes and overwrites coredns, then kube-proxy, after the delete', () => {
  const { runbook } = loadRunbook(findRunbook('1.20-to-1.21', packaged));
  expect(runbook.bakeMs).toBe(600_000);
  expect(runbook.addons).toEqual({
    beforeControlPlane: [],
    beforeDelete: [],
    afterDelete: [
      { name: 'coredns', version: 'default', resolveConflicts: 'OVERWRITE' },
      { name: 'kube-proxy', version: 'default', resolveConflicts: 'OVERWRITE' },
    ],
  });
});

test('1.36-to-1.37 updates four add-ons before the delete, to versions that are asked at run time, and has no check psp', () => {
  const { runbook } = loadRunbook(findRunbook('1.36-to-1.37', packaged));
  const { beforeControlPlane, beforeDelete, afterDelete } = runbook.addons;
  expect([beforeControlPlane, afterDelete]).toEqual([[], []]);
  expect(beforeDelete.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'vpc-cni default',
    'coredns default',
    'kube-proxy default',
    'aws-ebs-csi-driver default',
  ]);
  expect(runbook.checks).toContain('removed-apis');
  expect(runbook.checks).not.toContain('psp');
});

test('the right to list each kind that goes with a packaged hop is among those that are printed', () => {
  const listed = KUBERNETES_RIGHTS.filter(({ verb }) => verb === 'list').map(
    ({ group, resource }) => `${group} ${resource}`,
  );
  for (const hop of knownHops(packaged)) {
    const { removedApis } = loadRunbook(findRunbook(hop, packaged)).runbook;
    for (const { api, kinds } of removedApis)
      for (const kind of kinds) {
        const { group, resource } = resourceByKind(api, kind) ?? {};
        expect(listed).toContain(`${group} ${resource}`);
      }
  }
});
