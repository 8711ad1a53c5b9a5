import type { Explained } from '#errors/catalogue/find-code';
import { formatFields } from './table.ts';
import { wrap } from './wrap.ts';

const WIDTH = 90;

/** One code, whole, for a terminal. */
export function codeAsText({ code, topic, title, means, state, todo, source }: Explained): string {
  const fields = formatFields([
    ['means', wrap(means, WIDTH)],
    ['cluster', state && wrap(state, WIDTH)],
    ['to do', wrap(todo, WIDTH)],
    ['source', source ?? null],
    ['topic', topic],
  ]);
  return `${code}: ${title}\n${fields.replaceAll(/^(?=.)/gm, '  ')}`;
}

/** All codes with their titles, by topic. */
export function codesAsText(codes: readonly Explained[]): string {
  const width = Math.max(...codes.map(({ code }) => code.length)) + 2;
  const lines = codes.flatMap(({ code, topic, title }, index) => [
    ...(topic === codes[index - 1]?.topic ? [] : [...(index === 0 ? [] : ['']), topic]),
    `  ${code.padEnd(width)}${title}`,
  ]);
  return `${lines.join('\n')}\n\nMore about one of them: upgrade explain <code>\n`;
}
