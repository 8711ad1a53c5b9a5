// For `node --import`: the process kills itself, as `kill -9` would, right before or right after an entry of the log appears
// under its name. DIE_AT: `records/00000007.json before`.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const [entry = '', when = ''] = (process.env.DIE_AT ?? '').split(' ');
const { link } = fs;

fs.link = async (from, to) => {
  const isMeant = String(to).endsWith(entry);
  if (isMeant && when === 'before') process.kill(process.pid, 'SIGKILL');
  await link(from, to);
  if (isMeant) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
