import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { main } from '../../src/cli/main.ts';
import { compose } from '../../src/compose.ts';
import { surroundings } from '../builders/surroundings.ts';

async function permissions(...argv: readonly string[]) {
  const around = surroundings();
  const exit = await main(['permissions', ...argv], async () => ({ compose }), around);
  return { exit, ...around.printed };
}

const PLACE = '--cluster prod --region eu-west-1 --account 111122223333 --node-role prod-nodes'.split(' ');

test.each(['plan', 'run', 'drain'])('what a %s needs, for people, for IAM and for Kubernetes', async (purpose) => {
  let golden = '';
  for (const argv of [[], ['-o', 'iam', ...PLACE], ['-o', 'rbac']]) {
    const { exit, out, err } = await permissions('--for', purpose, ...argv);
    expect({ exit, err: argv.includes('iam') && purpose === 'run' ? err !== '' : err === '' }).toEqual({
      exit: 0,
      err: true,
    });
    golden += `$ upgrade permissions ${['--for', purpose, ...argv].join(' ')}\n${out}\n`;
  }
  await expect(golden).toMatchFileSnapshot(`../golden/cli/permissions-${purpose}.txt`);
});

test('without a purpose it is a run', async () => {
  expect((await permissions()).out).toBe((await permissions('--for', 'run')).out);
});

test('what nobody named stays a word in capitals, and is told on standard error', async () => {
  const { out, err } = await permissions('-o', 'iam', '--cluster', 'prod');
  expect(out).toContain('arn:aws:eks:REGION:ACCOUNT:nodegroup/prod/*');
  expect(err).toMatch(
    /^left to fill in: REGION \(--region\), ACCOUNT \(--account\), NODE_ROLE \(--node-role\), ADDON_ROLE/,
  );
});

test('a role may be named by its ARN, and each partition has its own ARNs', async () => {
  const role = 'arn:aws-cn:iam::111122223333:role/teams/prod-nodes';
  const { out } = await permissions(
    '-o',
    'iam',
    '--region',
    'cn-north-1',
    '--account',
    '111122223333',
    '--node-role',
    role,
  );
  expect(out).toContain('"arn:aws-cn:iam::111122223333:role/teams/prod-nodes"');
  expect(out).toContain('"arn:aws-cn:eks:cn-north-1:111122223333:cluster/CLUSTER"');
});

test('a policy fits into what IAM takes: 6144 characters, blanks not counted', async () => {
  const { out } = await permissions('-o', 'iam', ...PLACE);
  expect(out.replaceAll(/\s/g, '').length).toBeLessThan(6144);
  const sids = (JSON.parse(out) as { Statement: { Sid: string }[] }).Statement.map(({ Sid }) => Sid);
  expect(new Set(sids).size).toBe(sids.length);
  for (const sid of sids) expect(sid).toMatch(/^[A-Za-z0-9]+$/);
});

test('the roles are bound to the group that is named', async () => {
  const { out } = await permissions('-o', 'rbac', '--group', 'team:upgrades');
  const documents = parseAllDocuments(out).map((it) => it.toJS());
  expect(documents.map(({ kind }) => kind)).toEqual(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']);
  for (const { kind, roleRef, subjects, metadata } of documents)
    if (String(kind).endsWith('Binding')) {
      expect(roleRef).toEqual({
        apiGroup: 'rbac.authorization.k8s.io',
        kind: kind.replace('Binding', ''),
        name: metadata.name,
      });
      expect(subjects).toEqual([{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'team:upgrades' }]);
    }
});

test('an account that is none is refused', async () => {
  expect(await permissions('-o', 'iam', '--account', 'prod')).toMatchObject({ exit: 2, out: '' });
});
