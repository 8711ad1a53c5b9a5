// `npm run test:clients [-- words of an expectation]`: loads the test as it is written; dist/ has to be built before.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { module } = await runnerImport(fileURLToPath(new URL('test-clients.ts', import.meta.url)), {
  logLevel: 'error',
});
process.exit(await module.testClients(process.argv.slice(2).join(' ')));
