type Json = Readonly<Record<string, unknown>>;
export type Patched =
  | { readonly kind: 'patched'; readonly object: unknown }
  | { readonly kind: 'refused'; readonly status: 400 | 415 | 422; readonly message: string };

/** The object after a patch of one of the three kinds that the API server takes. */
export function applyPatch(object: unknown, contentType: string, patch: unknown): Patched {
  switch (contentType.split(';')[0]) {
    case 'application/merge-patch+json':
      return isObject(patch)
        ? { kind: 'patched', object: merge(object, patch, null) }
        : refused(400, 'cannot unmarshal array into Go value of type map[string]interface {}');
    case 'application/strategic-merge-patch+json':
      return isObject(patch)
        ? { kind: 'patched', object: merge(object, patch, MERGE_KEYS) }
        : refused(400, 'cannot unmarshal array into Go value of type map[string]interface {}');
    case 'application/json-patch+json':
      return Array.isArray(patch)
        ? applyOperations(object, patch)
        : refused(400, 'json: cannot unmarshal object into Go value of type jsonpatch.Patch');
    default:
      return refused(
        415,
        `the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json`,
      );
  }
}

const refused = (status: 400 | 415 | 422, message: string): Patched => ({ kind: 'refused', status, message });

const isObject = (it: unknown): it is Json => typeof it === 'object' && it !== null && !Array.isArray(it);

/** Lists that a strategic merge patch merges by a key of their elements; all others are replaced. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  taints: 'key',
  containers: 'name',
  initContainers: 'name',
  env: 'name',
  volumes: 'name',
  conditions: 'type',
  ownerReferences: 'uid',
};

/** RFC 7396; with `keys` also lists are merged, as a strategic merge patch does it. */
function merge(target: unknown, patch: unknown, keys: typeof MERGE_KEYS | null, field = ''): unknown {
  if (keys && Array.isArray(patch) && keys[field] !== undefined) return mergeList(target, patch, keys, keys[field]);
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (keys && key.startsWith('$')) continue;
    if (value === null) delete result[key];
    else result[key] = merge(result[key], value, keys, key);
  }
  return result;
}

function mergeList(target: unknown, patch: readonly unknown[], keys: typeof MERGE_KEYS, by: string): unknown {
  let result = Array.isArray(target) ? [...(target as Json[])] : [];
  for (const item of patch as Json[]) {
    const index = result.findIndex((it) => it[by] === item[by]);
    if (item.$patch === 'delete') result = result.filter((_, at) => at !== index);
    else if (index < 0) result.push(item);
    else result[index] = merge(result[index], item, keys) as Json;
  }
  return result;
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** RFC 6902: add, remove, replace and test. */
function applyOperations(object: unknown, operations: readonly Operation[]): Patched {
  const copy = structuredClone(object);
  for (const operation of operations) {
    const why = applyOne(copy, operation);
    if (why !== null) return refused(422, why);
  }
  return { kind: 'patched', object: copy };
}

function applyOne(root: unknown, { op, path, value }: Operation): string | null {
  const keys = path
    .split('/')
    .slice(1)
    .map((it) => it.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  let at = root as Record<string, unknown> | unknown[];
  for (const key of keys) {
    const next = (at as Record<string, unknown>)[key];
    if (typeof next !== 'object' || next === null)
      return `the server rejected our request: ${op} operation does not apply: doc is missing path: ${path}`;
    at = next as Record<string, unknown>;
  }
  const index = Array.isArray(at) && last === '-' ? at.length : Number(last);
  const isThere = Array.isArray(at) ? index < at.length : last in at;
  if (op !== 'add' && !isThere) return `${op} operation does not apply: doc is missing key: ${path}: missing value`;
  const held = (at as Record<string, unknown>)[last];
  if (op === 'test')
    return JSON.stringify(held) === JSON.stringify(value) ? null : `testing value ${path} failed: test failed`;
  if (op === 'remove') Array.isArray(at) ? at.splice(index, 1) : delete at[last];
  else if (op === 'add' && Array.isArray(at)) at.splice(index, 0, value);
  else if (op === 'add' || op === 'replace') (at as Record<string, unknown>)[last] = value;
  else return `Unexpected kind: ${op}`;
  return null;
}
