// The licences of everything that is bundled into dist/, from esbuild's metafile: they have to travel with the code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One text: a heading for each bundled package, with its licence text where the package brings one. */
export function thirdPartyLicences({ inputs }, root) {
  const folders = [...new Set(Object.keys(inputs).flatMap(packageFolder))].sort();
  return `upgrade contains these packages.\n\n${folders.map((folder) => entry(join(root, folder))).join('\n')}`;
}

function packageFolder(input) {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  return found ? [found[1]] : [];
}

function entry(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((it) => /^licen[cs]e/i.test(it));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `── ${name} ${version}: ${license}\n\n${text}\n`;
}
