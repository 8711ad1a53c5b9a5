import type { TableWish } from './table.ts';

/** What an Accept header asks for: a Table, JSON as it is, or nothing that can be given. */
export function negotiate(
  accept: string | undefined,
  includeObject: string | null,
): TableWish | 'json' | 'not acceptable' {
  for (const range of (accept ?? '*/*').split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    if (!JSON_TYPES.has(type)) continue;
    const given = new Map(parameters.map((it) => it.split('=') as [string, string]));
    if (!given.has('as')) return 'json';
    const version = given.get('v') ?? '';
    if (given.get('as') === 'Table' && given.get('g') === 'meta.k8s.io' && isTableVersion(version)) {
      return { version, includeObject: includeObjectOf(includeObject) };
    }
  }
  return 'not acceptable';
}

const JSON_TYPES = new Set(['application/json', 'application/*', '*/*']);

const isTableVersion = (version: string): version is TableWish['version'] => version === 'v1' || version === 'v1beta1';

const includeObjectOf = (text: string | null): TableWish['includeObject'] =>
  text === 'None' || text === 'Object' ? text : 'Metadata';
