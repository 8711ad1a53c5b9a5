import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';

/**
 * Refuses a profile that is in neither file of the shared configuration, and lists those that are; the SDK would speak of
 * credentials or a region. Where the files are: https://docs.aws.amazon.com/sdkref/latest/guide/file-location.html
 */
export async function refuseUnknownProfile(profile: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const home = join(environment.HOME ?? homedir(), '.aws');
  const files = [
    environment.AWS_CONFIG_FILE ?? join(home, 'config'),
    environment.AWS_SHARED_CREDENTIALS_FILE ?? join(home, 'credentials'),
  ];
  const known = [...new Set((await Promise.all(files.map(profilesIn))).flat())];
  if (known.includes(profile)) return;
  throw new UpgradeError('WrongUse', `--profile ${profile}: there is no such profile in ${files.join(' or ')}`, {
    hint: known.length === 0 ? 'no profile is configured there: aws configure sso' : `one of: ${known.join(', ')}`,
    exit: EXIT.usage,
  });
}

const HEAD = /^\s*\[\s*(?:profile\s+)?["']?([^\]"']+?)["']?\s*\]/gm;

async function profilesIn(file: string): Promise<readonly string[]> {
  // A file that is not there holds no profile.
  const text = await readFile(file, 'utf8').catch(() => '');
  return [...text.matchAll(HEAD)].flatMap(([, name = '']) => (/^(sso-session|services)\s/.test(name) ? [] : [name]));
}
