import { age } from './age.ts';
import { at, type Json, list, map, text } from './read.ts';

/** A column of a meta.k8s.io/v1 Table; priority 1 is shown only by `-o wide`. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean';
  readonly priority: 0 | 1;
  readonly cell: (object: Json, now: number) => string | number | boolean;
}

type Cell = Column['cell'];

export const column = (name: string, cell: Cell): Column => ({ name, type: 'string', priority: 0, cell });
export const number = (name: string, cell: Cell): Column => ({ name, type: 'integer', priority: 0, cell });
export const wide = (name: string, cell: Cell): Column => ({ name, type: 'string', priority: 1, cell });

export const NAME = column('Name', (object) => text(object, 'metadata.name', ''));
export const AGE = column('Age', (object, now) => age(at(object, 'metadata.creationTimestamp'), now));

/** Names and images of the containers of a pod template. */
export const CONTAINERS: readonly Column[] = [
  wide('Containers', (object) => of(object, 'name')),
  wide('Images', (object) => of(object, 'image')),
];

export const SELECTOR = wide('Selector', (object) => selectorText(at(object, 'spec.selector')));

const of = (object: Json, name: string): string =>
  list(object, 'spec.template.spec.containers')
    .map((container) => text(container, name, ''))
    .join(',');

/** Labels as `a=b,c=d`, sorted; `<none>` when empty. */
export const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',') || '<none>';

/** A label selector as `a=b,c in (d)`; `<none>` when empty. */
export function selectorText(selector: unknown): string {
  const labels = Object.entries(map(selector, 'matchLabels')).map(([key, value]) => `${key}=${value}`);
  return [...labels.sort(), ...list(selector, 'matchExpressions').map(requirementText)].join(',') || '<none>';
}

function requirementText(requirement: Json): string {
  const key = text(requirement, 'key');
  const values = `(${list(requirement, 'values').join(',')})`;
  switch (requirement.operator) {
    case 'In':
      return `${key} in ${values}`;
    case 'NotIn':
      return `${key} notin ${values}`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}
