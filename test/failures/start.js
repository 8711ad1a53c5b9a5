// `npm run test:failures [-- --only words] [-- --update]`: loads the test as it is written; dist/ has to be built before.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { module } = await runnerImport(fileURLToPath(new URL('failures-test.ts', import.meta.url)), {
  logLevel: 'error',
});
process.exit(await module.failuresTest(process.argv.slice(2)));
