import { findingCodes, nearCodes } from '#errors/catalogue/find-code';
import type { Options } from '../option-values.ts';
import { wrongUse } from '../parse-option.ts';

/** Refuses an acceptance of a code that no check has: mistyped, it would be recorded and accept nothing. */
export function refuseUnknown({ accept }: Pick<Options, 'accept'>): void {
  const known = findingCodes();
  const wrong = accept.find(({ code }) => !known.includes(code));
  if (wrong === undefined) return;
  const near = nearCodes(wrong.code).filter((code) => known.includes(code));
  throw wrongUse(
    `--accept ${wrong.code}=${wrong.object}: no check has the code "${wrong.code}"`,
    near.length > 0 ? `did you mean ${near.join(', ')}?` : `one of: ${known.join(', ')}`,
  );
}
