import type { Options } from './option-values.ts';
import { wrongUse } from './parse-option.ts';

/** Refuses `--accept` of a finding that no check has: misspelt, it would be waited for in vain. */
export async function refuseUnknownFindings({ accept }: Pick<Options, 'accept'>): Promise<void> {
  if (accept.length === 0) return;
  const { isFinding, nearCodes } = await import('#errors/catalogue/find-code');
  const unknown = accept.find(({ code }) => !isFinding(code));
  if (unknown === undefined) return;
  const near = nearCodes(unknown.code).filter(isFinding);
  throw wrongUse(
    `--accept ${unknown.code}=${unknown.object}: no check has a finding "${unknown.code}"`,
    near.length > 0 ? `did you mean ${near.join(', ')}?` : 'copy it from the plan: --accept CODE=object',
  );
}
