import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { runnerRole } from './runner-role.ts';
import { startedTwin } from './started-twin.ts';
import { story } from './story.ts';

// `npm run demo`: the whole procedure against a twin in another process, over the wire, paused and resumed once.
// The same bundle also plays the runner, so that it can follow the twin's time (see runner-role.ts).
// A runner that was paused may still have asked for time; it does not wait for the answer.
process.exit(process.argv[2] === 'runner' ? await runnerRole(process.argv.slice(3)) : await demo());

async function demo(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-demo-'));
  const twin = await startedTwin(folder);
  try {
    const missed = await story(twin, folder);
    for (const line of missed) process.stdout.write(`NOT SEEN: ${line}\n`);
    return missed.length === 0 ? 0 : 1;
  } finally {
    await twin.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
