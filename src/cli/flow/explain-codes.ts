import { allCodes, type Explained, findCode, nearCodes } from '#errors/catalogue/find-code';
import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { Call } from '../command.ts';
import { wrongUse } from '../parse-option.ts';
import { codesAsMarkdown } from '../render/codes-markdown.ts';
import { codeAsText, codesAsText } from '../render/codes-text.ts';
import { jsonLine } from '../render/ndjson.ts';

/** `upgrade explain`: what the catalogue says about the codes that were typed, or all codes with their titles. */
export async function explainCodes({ arguments: typed, options, around }: Call): Promise<ExitCode> {
  const codes = typed.length === 0 ? allCodes() : typed.flatMap(known);
  if (options.output === 'json') around.out(codes.map(jsonLine).join(''));
  else if (options.output === 'markdown') around.out(codesAsMarkdown(codes));
  else around.out(typed.length === 0 ? codesAsText(codes) : codes.map(codeAsText).join('\n'));
  return EXIT.done;
}

function known(text: string): readonly Explained[] {
  const found = findCode(text);
  if (found.length > 0) return found;
  const near = nearCodes(text);
  const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : 'upgrade explain lists all codes';
  throw wrongUse(`there is no code "${text}"`, hint);
}
