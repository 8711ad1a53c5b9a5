// `npm run test:control-plane [-- --pair 1.36-1.37 --long --only "words of a case" --show]`: needs Go; loads the test as it is written.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
const { module } = await runnerImport(fileURLToPath(new URL('control-plane-test.ts', import.meta.url)), {
  logLevel: 'error',
});
process.exit(await module.controlPlaneTest(process.argv.slice(2)));
