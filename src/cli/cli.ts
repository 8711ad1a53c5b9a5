import module from 'node:module';
import process from 'node:process';
import { main } from './main.ts';
import { processSurroundings } from './process-surroundings.ts';

// From Node 22 on: the compiled code of the chunks is kept between starts.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

process.exitCode = await main(process.argv.slice(2), () => import('#compose'), processSurroundings());
