import type { LabelRequirement, WireObject } from '../../model/object.ts';
import { meetsRequirement } from '../../model/selector.ts';
import type { ListQuery } from '../face.ts';

/** Whether an object belongs to a list or watch with this namespace and these selectors. */
export function selects(query: ListQuery): (object: WireObject) => boolean {
  const labels = parseLabelSelector(query.labelSelector ?? '');
  const fields = parseFieldSelector(query.fieldSelector ?? '');
  return (object) =>
    (query.namespace === undefined || object.metadata.namespace === query.namespace) &&
    labels.every((it) => meetsRequirement(it, object.metadata.labels ?? {})) &&
    fields.every(({ path, value, is }) => (fieldOf(object, path) === value) === is);
}

/** `spec.nodeName=x,metadata.namespace!=y` */
export function parseFieldSelector(
  text: string,
): readonly { readonly path: string; readonly value: string; readonly is: boolean }[] {
  return split(text).map((part) => {
    const [, path = part, sign = '=', value = ''] = /^([^!=]+)(!=|==?)(.*)$/.exec(part) ?? [];
    return { path, value, is: sign !== '!=' };
  });
}

/** `a=b,c!=d,e in (f,g),h,!i` */
function parseLabelSelector(text: string): readonly LabelRequirement[] {
  return split(text).map((part): LabelRequirement => {
    const set = /^(\S+)\s+(in|notin)\s+\(([^)]*)\)$/.exec(part);
    if (set)
      return {
        key: set[1] ?? '',
        operator: set[2] === 'in' ? 'In' : 'NotIn',
        values: (set[3] ?? '').split(',').map((it) => it.trim()),
      };
    const equal = /^([^!=\s]+)\s*(!=|==?)\s*(.*)$/.exec(part);
    if (equal) return { key: equal[1] ?? '', operator: equal[2] === '!=' ? 'NotIn' : 'In', values: [equal[3] ?? ''] };
    return part.startsWith('!') ? { key: part.slice(1), operator: 'DoesNotExist' } : { key: part, operator: 'Exists' };
  });
}

/** At commas, but not inside of brackets. */
const split = (text: string): readonly string[] =>
  text
    .split(/,(?![^(]*\))/)
    .map((it) => it.trim())
    .filter((it) => it !== '');

function fieldOf(object: WireObject, path: string): string {
  let value: unknown = object;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return value === undefined || value === null ? '' : String(value);
}
