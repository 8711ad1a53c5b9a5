// For `node --import`: the process stops itself, as a closed laptop does, when a change has been decided and is not on the
// wire yet: at its first request whose path ends as STOP_AT says. It prints STOPPED before.
import fs from 'node:fs';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

const { request } = https;
let due = true;

https.request = (...args) => {
  const sent = request(...args);
  if (due && sent.method !== 'GET' && sent.path.endsWith(process.env.STOP_AT ?? '')) {
    due = false;
    fs.writeSync(2, 'STOPPED\n');
    process.kill(process.pid, 'SIGSTOP');
  }
  return sent;
};
syncBuiltinESMExports();
