import { join } from 'node:path';
import process from 'node:process';
import { expectations } from './expectations.ts';
import { facts, writes } from './facts.ts';
import { kubernetesTable } from './kubernetes-get.ts';
import { operator } from './operator.ts';
import { secondPerson } from './second-person.ts';
import type { StartedTwin } from './started-twin.ts';

const MINUTE = 60_000;
/** In the middle of the drain: 28 minutes for the control plane, 4 for the new group, then about one a node. */
const PAUSE_AFTER = 33.5 * MINUTE;

/** Plays the demo and gives what was expected and not seen. */
export async function story(twin: StartedTwin, folder: string): Promise<readonly string[]> {
  const { types } = operator(twin);
  const state = ['--state', join(folder, 'state')];
  const cluster = ['--cluster', 'ekstest', '--kubeconfig', twin.kubeconfig];
  const missed: string[] = [];
  const expect = (seen: boolean, what: string) => void (seen || missed.push(what));

  chapter(
    'The cluster before',
    'a twin of "ekstest", served by another process over HTTP; its time moves only while everybody waits',
  );
  await tables(twin);
  const before = await facts(twin);

  chapter('The upgrade', `somebody types "upgrade pause" in a second terminal after ${PAUSE_AFTER / MINUTE} minutes`);
  const second = await secondPerson(twin, PAUSE_AFTER);
  const running = types(['run', '1.20-to-1.21', ...cluster, ...state, '--yes'], (line) => {
    // From here on the run takes part in the twin's time.
    if (line.includes('waiting for update')) second.begin();
  });
  const paused = second.turn.then(() =>
    types(['pause', '--cluster', 'ekstest', ...state, '--why', 'show that it can']),
  );
  expect((await running) === 4, 'the paused run exits with 4');
  expect((await paused) === 0, '"upgrade pause" exits with 0');
  second.leave();
  await types(['status', '--cluster', 'ekstest', ...state]);

  chapter('It goes on', 'up to the gate before the old nodes are deleted, which nobody has approved yet');
  expect((await types(['resume', ...cluster, ...state])) === 4, 'the run waits at the gate before the delete, exit 4');
  expect('ip-10-0-102-121' in (await facts(twin)).kubelets, 'the old, empty nodes are still there at the gate');
  expect(
    (await types(['approve', 'delete-old-nodes', '--cluster', 'ekstest', ...state])) === 0,
    'the approval exits with 0',
  );
  expect((await types(['resume', ...cluster, ...state])) === 0, 'the run finishes, exit 0');

  chapter('The cluster after', 'asked of the twin itself');
  await tables(twin);
  const seen = expectations({ before, after: await facts(twin), writes: await writes(twin) });
  process.stdout.write(`\n${seen.map(({ ok, what }) => `${ok ? 'seen    ' : 'MISSING '} ${what}`).join('\n')}\n\n`);
  return [...missed, ...seen.filter(({ ok }) => !ok).map(({ what }) => what)];
}

function chapter(title: string, text: string): void {
  process.stdout.write(`\n━━ ${title}: ${text}\n`);
}

async function tables(twin: StartedTwin): Promise<void> {
  const nodes = await kubernetesTable(twin, '/api/v1/nodes', ['Name', 'Status', 'Age', 'Version']);
  const pods = await kubernetesTable(twin, '/api/v1/namespaces/default/pods', [
    'Name',
    'Ready',
    'Status',
    'Age',
    'Node',
  ]);
  process.stdout.write(`\n$ kubectl get nodes\n${nodes}\n\n$ kubectl get pods -o wide\n${pods}\n`);
}
