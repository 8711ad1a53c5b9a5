import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FailureCase } from './failure-case.ts';

const FOLDER = fileURLToPath(new URL('../golden/failures/', import.meta.url));

/** The text of a case's golden file; empty when there is none. */
export function goldenOf({ name }: Pick<FailureCase, 'name'>): string {
  try {
    return readFileSync(`${FOLDER}${name}.txt`, 'utf8');
  } catch {
    return '';
  }
}

/** What differs from the golden file; with `update` it is written anew. */
export function keepGolden(it: FailureCase, text: string, update: boolean): readonly string[] {
  const wanted = goldenOf(it);
  if (isSame(text, wanted)) return [];
  if (update) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FOLDER}${it.name}.txt`, text);
    return [];
  }
  const [lines, known] = [text.split('\n'), wanted.split('\n')];
  return [
    'the output is not that of its golden file (npm run test:failures -- --update writes it)',
    ...known.filter((line) => !lines.includes(line)).map((line) => `- ${line}`),
    ...lines.filter((line) => !known.includes(line)).map((line) => `+ ${line}`),
  ];
}

/** What happens at the same instant is told in any order: two evictions, two pods that are gone. */
const isSame = (text: string, wanted: string): boolean => sorted(text) === sorted(wanted);

const sorted = (text: string): string => text.split('\n').sort().join('\n');
