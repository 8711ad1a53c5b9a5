import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refuseUnknownProfile } from '#adapters/aws/known-profile';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profiles-'));
  await writeFile(join(folder, 'config'), '[default]\n[profile prod]\nregion = x\n[sso-session corp]\n');
  await writeFile(join(folder, 'credentials'), '[old-keys]\n');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const environment = () => ({
  AWS_CONFIG_FILE: join(folder, 'config'),
  AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
});

it.each(['default', 'prod', 'old-keys'])('takes profile %s, which one of the two files has', async (profile) => {
  await expect(refuseUnknownProfile(profile, environment())).resolves.toBeUndefined();
});

it('refuses a profile that neither file has, and lists those that exist', async () => {
  await expect(refuseUnknownProfile('nope', environment())).rejects.toMatchObject({
    exit: 2,
    message: expect.stringContaining('--profile nope: there is no such profile'),
    hint: 'one of: default, prod, old-keys',
  });
});

it('says so where no profile is configured at all', async () => {
  await expect(refuseUnknownProfile('nope', { HOME: '/nowhere' })).rejects.toMatchObject({
    message: expect.stringContaining('/nowhere/.aws/config'),
    hint: expect.stringContaining('no profile is configured'),
  });
});
