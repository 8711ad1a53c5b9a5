import type { CreateNodegroupRequest, Nodegroup } from '../eks/nodegroup.ts';

const COMPARED = [
  'subnets',
  'nodeRole',
  'instanceTypes',
  'amiType',
  'capacityType',
  'diskSize',
  'labels',
  'taints',
  'version',
] as const;

/** In words: where an existing group is not what the request asks for; empty when it can be taken for the result of it. */
export function compareWithRequest(group: Nodegroup, request: CreateNodegroupRequest): readonly string[] {
  return COMPARED.filter((key) => request[key] !== undefined && canonical(group[key]) !== canonical(request[key])).map(
    (key) => `${key} is ${canonical(group[key]) ?? 'absent'} instead of ${canonical(request[key])}`,
  );
}

// Sets and maps may come back in another order.
function canonical(it: unknown): string | undefined {
  if (Array.isArray(it)) return `[${it.map(canonical).sort().join(',')}]`;
  if (typeof it !== 'object' || it === null) return JSON.stringify(it);
  return `{${Object.entries(it)
    .map(([key, value]) => `"${key}":${canonical(value)}`)
    .sort()
    .join(',')}}`;
}
