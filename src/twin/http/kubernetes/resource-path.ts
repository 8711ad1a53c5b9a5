/** What a path of the Kubernetes API names. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/**
 * `/api/v1/namespaces/shop/pods/web-0/eviction` in parts; null for a path that names no resource.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 */
export function parseResourcePath(segments: readonly string[]): ResourcePath | null {
  const root = groupOf(segments);
  if (root === null) return null;
  const [first, second, third, ...rest] = root.rest;
  if (first === undefined) return null;
  if (first === 'namespaces' && second !== undefined && third !== undefined && !NAMESPACE_SUBRESOURCES.has(third)) {
    return inParts(root, third, rest, second);
  }
  return inParts(root, first, root.rest.slice(1), undefined);
}

const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

interface Root {
  readonly group: string;
  readonly version: string;
  readonly rest: readonly string[];
}

function groupOf([api, a, b, ...rest]: readonly string[]): Root | null {
  if (api === 'api' && a !== undefined) return { group: '', version: a, rest: b === undefined ? [] : [b, ...rest] };
  if (api === 'apis' && a !== undefined && b !== undefined) return { group: a, version: b, rest };
  return null;
}

function inParts(
  root: Root,
  resource: string,
  rest: readonly string[],
  namespace: string | undefined,
): ResourcePath | null {
  const [name, subresource, more] = rest;
  if (more !== undefined) return null;
  return {
    group: root.group,
    version: root.version,
    resource,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(subresource === undefined ? {} : { subresource }),
  };
}
