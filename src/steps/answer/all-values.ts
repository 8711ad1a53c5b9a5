import type { Looked } from './value-or-wait.ts';

type Values<Parts> = { readonly [Key in keyof Parts]: Parts[Key] extends Looked<infer T> ? T : never };

/** All values together, or the first reason to wait. */
export function allValues<Parts extends Readonly<Record<string, Looked<unknown>>>>(
  parts: Parts,
): Looked<Values<Parts>> {
  const values: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(parts)) {
    if (part.kind === 'wait') return part;
    values[key] = part.value;
  }
  return { kind: 'value', value: values as Values<Parts> };
}
