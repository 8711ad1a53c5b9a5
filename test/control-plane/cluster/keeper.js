// `node keeper.js FOLDER`: ends the processes of a cluster when the process that started them is gone, however it went.
// It reads `started PID` and `ended PID` from a pipe; when the pipe closes without a `done` before, nobody is left to stop
// the cluster or to remove its folder.
import { rmSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [, , folder] = process.argv;
const STEPS = [
  ['SIGTERM', 1000],
  ['SIGTERM', 2000],
  ['SIGKILL', 500],
];
const pids = new Set();
let done = false;

for await (const line of createInterface({ input: process.stdin })) {
  const [what, pid] = line.split(' ');
  if (what === 'started') pids.add(Number(pid));
  if (what === 'ended') pids.delete(Number(pid));
  if (what === 'done') done = true;
}
if (!done) await endAll();

async function endAll() {
  for (const [signal, graceMs] of STEPS) {
    for (const pid of pids) signalled(pid, signal);
    for (let waited = 0; waited < graceMs && alive().length > 0; waited += 50) await sleep(50);
  }
  rmSync(folder, { recursive: true, force: true });
}

function alive() {
  return [...pids].filter((pid) => signalled(pid, 0));
}

function signalled(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    pids.delete(pid);
    return false;
  }
}
