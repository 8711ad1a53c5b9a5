#!/usr/bin/env node
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const USAGE = 2;
const cli = new URL('../dist/cli.js', import.meta.url);

if (existsSync(cli)) await import(cli.href);
else {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  process.stderr.write(
    `error: upgrade is not built yet: ${fileURLToPath(cli)} is missing\nnext:  npm run build --prefix ${folder}\n`,
  );
  process.exitCode = USAGE;
}
