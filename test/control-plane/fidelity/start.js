// `npm run test:fidelity [-- --seed 1 --scenarios 200 --version 1.36.3]`: loads the test as it is written, without a build of its own.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
const { module } = await runnerImport(fileURLToPath(new URL('fidelity-test.ts', import.meta.url)), {
  logLevel: 'error',
});
process.exit(await module.fidelityTest(process.argv.slice(2)));
