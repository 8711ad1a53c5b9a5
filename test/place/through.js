// For `node --import`: the same command is started once more, through a shell, as the words in THROUGH say; "$@" is the command.
// The exit code is the shell's.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const { THROUGH, NODE_OPTIONS: _, ...env } = process.env;
const words = ['-c', THROUGH, 'sh', process.execPath, ...process.argv.slice(1)];
const { status, error } = spawnSync('sh', words, { stdio: 'inherit', env });
if (error) throw error;
process.exit(status ?? 255);
