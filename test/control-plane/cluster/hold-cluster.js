// `node hold-cluster.js VERSION FOLDER`: starts a cluster, prints READY and holds it for as long as it lives itself.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const [, , version, folder] = process.argv;
const { module } = await runnerImport(fileURLToPath(new URL('real-cluster.ts', import.meta.url)), {
  logLevel: 'error',
});
await module.startCluster({ version, folder });
process.stdout.write('READY\n');
setInterval(() => undefined, 60_000);
