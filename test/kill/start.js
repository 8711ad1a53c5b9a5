// `npm run test:kill [-- --seed 7 --only "request 3" --every 8]`: loads the test as it is written, without a build of its own.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
const { module } = await runnerImport(fileURLToPath(new URL('kill-test.ts', import.meta.url)), { logLevel: 'error' });
process.exit(await module.killTest(process.argv.slice(2)));
