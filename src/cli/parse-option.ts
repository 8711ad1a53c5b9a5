import type { Acceptance } from '#domain/preflight/finding';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';

/** Refuses a value that is not in the list, and says what is. */
export const parseChoice =
  <Choice extends string>(flag: string, choices: readonly Choice[]) =>
  (text: string): Choice => {
    const found = choices.find((it) => it === text);
    if (found === undefined) throw wrongUse(`${flag} ${text}: "${text}" is not known`, `one of: ${choices.join(', ')}`);
    return found;
  };

/** `old=new` → `{ old: 'new' }`. */
export function parsePair(flag: string, shape: string, text: string): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1)
    throw wrongUse(`${flag} ${text}: ${shape} is expected`, `for example ${flag} ${shape}`);
  return { [text.slice(0, at)]: text.slice(at + 1) };
}

/** `BUDGET_NEVER_ALLOWS=default/web`; the object must be named, one acceptance never covers all. */
export function parseAcceptance(text: string): Acceptance {
  const [code, object] = Object.entries(parsePair('--accept', 'CODE=object', text))[0] ?? ['', ''];
  if (!/^[A-Z][A-Z0-9_]*$/.test(code)) {
    throw wrongUse(
      `--accept ${text}: "${code}" is not the code of a finding`,
      'copy it from the plan: --accept CODE=object',
    );
  }
  return { code, object };
}

/** The command was typed wrongly: exit 2. */
export const wrongUse = (message: string, hint: string): UpgradeError =>
  new UpgradeError('WrongUse', message, { hint, exit: EXIT.usage });
