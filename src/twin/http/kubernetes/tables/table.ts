import type { Column } from './column.ts';
import { columnsOf } from './columns.ts';
import { at, type Json, list, text } from './read.ts';

/** How a Table is wanted: its version, what of each object goes into a row, and whether the columns are described. */
export interface TableWish {
  readonly version: 'v1' | 'v1beta1';
  readonly includeObject: 'None' | 'Metadata' | 'Object';
}

/**
 * An object or a list as a meta.k8s.io Table, as unmodified kubectl asks for it.
 * `headers` false leaves the column definitions out: a watch sends them with its first event only.
 */
export function toTable(resource: string, body: Json, wish: TableWish, now: number, headers = true): Json {
  const columns = columnsOf(resource);
  const objects = objectsOf(body);
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${wish.version}`,
    metadata: listMetadata(body),
    columnDefinitions: headers ? columns.map(definition) : null,
    rows: objects.map((object) => row(columns, object, wish, now)),
  };
}

/** A Table without rows that only carries a resourceVersion: the bookmark of a watch that asked for tables. */
export const emptyTable = (wish: TableWish, resourceVersion: string): Json => ({
  kind: 'Table',
  apiVersion: `meta.k8s.io/${wish.version}`,
  metadata: { resourceVersion },
  columnDefinitions: null,
  rows: [],
});

// The items of a list leave out their kind; on its own, as a row has it, an object must tell it.
function objectsOf(body: Json): readonly Json[] {
  if (!Array.isArray(body.items)) return [body];
  const kind = text(body, 'kind').replace(/List$/, '');
  return list(body, 'items').map((item) => ({ kind, apiVersion: body.apiVersion, ...item }));
}

function listMetadata(body: Json): Json {
  const given = (body.metadata ?? {}) as Json;
  const kept = ['resourceVersion', 'continue', 'remainingItemCount'].filter((key) => given[key] !== undefined);
  return Object.fromEntries(kept.map((key) => [key, given[key]]));
}

const definition = (column: Column): Json => ({
  name: column.name,
  type: column.type,
  format: column.name === 'Name' ? 'name' : '',
  description: '',
  priority: column.priority,
});

function row(columns: readonly Column[], object: Json, wish: TableWish, now: number): Json {
  const cells = columns.map((column) => column.cell(object, now));
  if (wish.includeObject === 'None') return { cells };
  if (wish.includeObject === 'Object') return { cells, object };
  const metadata = at(object, 'metadata');
  return { cells, object: { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${wish.version}`, metadata } };
}
