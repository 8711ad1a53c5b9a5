import type { WatchEvent } from '../../api/face.ts';
import { keyOf, resourceByKey } from '../../model/resources.ts';
import type { ResourcePath } from './resource-path.ts';
import { emptyTable, type TableWish, toTable } from './tables/table.ts';

/** What an event of a watch looks like on the wire. */
export interface WatchEncoder {
  readonly event: (event: WatchEvent) => unknown;
  readonly bookmark: (resourceVersion: string) => unknown;
}

/** Objects as they are, or each as a Table of one row whose columns are described with the first one only. */
export function watchEncoder(path: ResourcePath, wish: TableWish | 'json', now: () => number): WatchEncoder {
  if (wish === 'json') return { event: (event) => event, bookmark: plainBookmark(path) };
  let isFirst = true;
  return {
    event: ({ type, object }) => {
      const table = toTable(path.resource, object, wish, now(), isFirst);
      isFirst = false;
      return { type, object: table };
    },
    bookmark: (resourceVersion) => ({ type: 'BOOKMARK', object: emptyTable(wish, resourceVersion) }),
  };
}

function plainBookmark({ group, version, resource }: ResourcePath): WatchEncoder['bookmark'] {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const kind = resourceByKey(keyOf(group, resource))?.kind;
  return (resourceVersion) => ({
    type: 'BOOKMARK',
    object: { kind, apiVersion, metadata: { resourceVersion, creationTimestamp: null } },
  });
}
