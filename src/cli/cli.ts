import module from 'node:module';
import process from 'node:process';
import { main } from './main.ts';
import { forgiveClosedPipe, processSurroundings } from './process-surroundings.ts';

// The AWS SDK would print a warning about Node 20 at each start; it reads this when it is imported.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
// From Node 22 on: the compiled code of the chunks is kept between starts.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

forgiveClosedPipe();
process.exitCode = await main(process.argv.slice(2), () => import('#compose'), processSurroundings());
