import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Go } from './go.ts';

const PACKAGE = 'pkg/generated/openapi';
const FILE = 'zz_generated.openapi.go';
/** What the command needs of Kubernetes' module. */
const PARTS = ['cmd', 'pkg', 'plugin', 'third_party', 'go.mod'];
/** Not served by the API server; upstream leaves them out as well. */
const NOT_SERVED = /^k8s\.io\/(kubernetes\/pkg\/apis\/abac|sample|code-generator)/;

/**
 * Up to 1.22 upstream's `make` wrote the OpenAPI definitions and did not commit them: this writes them with the generator of
 * that version. `kubernetes` is the folder of Kubernetes' module, `folder` that of ours.
 */
export async function addOpenApi(folder: string, kubernetes: string, go: Go): Promise<void> {
  if (existsSync(join(kubernetes, PACKAGE, FILE))) return;
  await go.run('build', '-o', 'openapi-gen', 'k8s.io/kube-openapi/cmd/openapi-gen');
  const generated = await generate(folder, await taggedPackages(go));
  // A file cannot be laid over the module cache: the whole module is built from a copy.
  const copy = join(folder, 'kubernetes');
  await mkdir(copy);
  await execa('cp', ['-R', ...PARTS.map((part) => join(kubernetes, part)), copy]);
  await execa('chmod', ['-R', 'u+w', copy]);
  await copyFile(generated, join(copy, PACKAGE, FILE));
  await go.run('mod', 'edit', '-replace=k8s.io/kubernetes=./kubernetes');
}

/** Packages below the command with a type that asks for a definition. */
async function taggedPackages(go: Go): Promise<readonly string[]> {
  const lines = await go.run('list', '-deps', '-f', '{{if .Module}}{{.ImportPath}} {{.Dir}}{{end}}', './command');
  const ours = lines.split('\n').filter((line) => line.startsWith('k8s.io/') && !NOT_SERVED.test(line));
  const asked = await Promise.all(
    ours.map(async (line) => {
      const [path = '', folder = ''] = line.split(' ');
      return (await asksForDefinition(folder)) ? [path] : [];
    }),
  );
  return asked.flat().sort();
}

async function asksForDefinition(folder: string): Promise<boolean> {
  const files = (await readdir(folder)).filter((it) => it.endsWith('.go') && !it.includes('zz_generated'));
  const texts = await Promise.all(files.map((it) => readFile(join(folder, it), 'utf8')));
  return texts.some((it) => /^\/\/ ?\+k8s:openapi-gen=/m.test(it));
}

async function generate(folder: string, packages: readonly string[]): Promise<string> {
  const [target, licence, report] = ['generated', 'licence.txt', 'report.txt'];
  await writeFile(join(folder, licence), '');
  const words = ['-i', packages.join(','), '-p', `k8s.io/kubernetes/${PACKAGE}`, '-O', FILE.replace('.go', '')];
  await execa('./openapi-gen', [...words, '-h', licence, '-o', target, '-r', report], { cwd: folder });
  return join(folder, target, 'k8s.io/kubernetes', PACKAGE, FILE);
}
