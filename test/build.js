// Bundles the command line (and the demo) into dist/: small chunks that are loaded when they are needed.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { entryProblems } from './bundle-budget.js';
import { thirdPartyLicences } from './third-party.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;
const demo = `${root}test/demo/demo.ts`;

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { cli: 'src/cli/cli.ts', ...(existsSync(demo) ? { demo } : {}) },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  // Node's own module of this name is deprecated and says so on the operator's screen from Node 21 on.
  alias: { punycode: 'punycode/punycode.js' },
  minify: true,
  keepNames: true,
  legalComments: 'none',
  chunkNames: 'chunk-[hash]',
  metafile: true,
  logLevel: 'warning',
  // Parts that are still CommonJS call require.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});

// The twin finds its scenarios next to its own code, which is in dist/ now.
const scenarios = `${root}src/twin/scenario`;
for (const file of existsSync(scenarios) ? readdirSync(scenarios) : []) {
  if (file.endsWith('.yaml')) cpSync(`${scenarios}/${file}`, `${dist}/${file}`);
}

writeFileSync(`${dist}/THIRD-PARTY-LICENSES.txt`, thirdPartyLicences(metafile, root));

const problems = entryProblems(metafile, 'dist/cli.js');
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
