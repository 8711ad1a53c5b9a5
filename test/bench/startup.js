// Start-up budgets, measured against bare `node` in interleaved pairs, so that a slow machine does not matter.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { writeRun } from './write-run.js';

const PAIRS = 30;
const upgrade = fileURLToPath(new URL('../../bin/upgrade.js', import.meta.url));
const state = mkdtempSync(`${tmpdir()}/upgrade-startup-`);

writeRun(state);

const CASES = [
  { name: '--help', argv: [upgrade, '--help'], budget: 50 },
  { name: '--version', argv: [upgrade, '--version'], budget: 50 },
  { name: 'status', argv: [upgrade, 'status', '--state', state], budget: 100 },
];

const median = (of) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)];

function time(argv) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  const took = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new TypeError(`${argv.join(' ')} ended with ${status}: ${stderr}`);
  return took;
}

let failed = false;
try {
  for (const { name, argv, budget } of CASES) {
    const bare = [];
    const ours = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      bare.push(time(['-e', '']));
      ours.push(time(argv));
    }
    const over = median(ours) - median(bare);
    failed ||= over > budget;
    const verdict = over > budget ? 'OVER' : 'ok';
    process.stdout.write(
      `${name.padEnd(10)} ${median(ours).toFixed(0)} ms, bare node ${median(bare).toFixed(0)} ms: +${over.toFixed(0)} ms of ${budget} ms  ${verdict}\n`,
    );
  }
} finally {
  rmSync(state, { recursive: true });
}
process.exitCode = failed ? 1 : 0;
