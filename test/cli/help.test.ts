import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/index.ts';
import { main } from '../../src/cli/main.ts';
import { surroundings } from '../builders/surroundings.ts';

async function helpOf(words: string): Promise<string> {
  const around = surroundings();
  const neverLoaded = async () => expect.unreachable('help loads nothing');
  expect(await main([...words.split(' ').filter(Boolean), '--help'], neverLoaded, around)).toBe(0);
  return around.printed.out;
}

test('--help lists the commands and the exit codes, each command its options and examples', async () => {
  let golden = await helpOf('');
  for (const { name } of COMMANDS) golden += `\n$ upgrade ${name} --help\n${await helpOf(name)}`;
  await expect(golden).toMatchFileSnapshot('../golden/cli/help.txt');
});

test('"upgrade help <command>" is the help of that command', async () => {
  const around = surroundings();
  expect(await main(['help', 'plan'], async () => expect.unreachable('help loads nothing'), around)).toBe(0);
  expect(around.printed.out).toBe(await helpOf('plan'));
});

test('--version prints the version and loads nothing else', async () => {
  const around = surroundings();
  expect(await main(['--version'], async () => expect.unreachable('loads nothing'), around)).toBe(0);
  expect(around.printed.out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
