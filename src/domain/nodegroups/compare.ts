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
  'launchTemplate',
  'remoteAccess',
  'updateConfig',
  'nodeRepairConfig',
] as const;

/** In words: where an existing group is not what the request asks for; empty when it can be taken for the result of it. */
export function compareWithRequest(group: Nodegroup, request: CreateNodegroupRequest): readonly string[] {
  const is = {
    ...group,
    launchTemplate: asAsked(group.launchTemplate, request.launchTemplate),
    updateConfig: asAsked(group.updateConfig, request.updateConfig),
    nodeRepairConfig: asAsked(group.nodeRepairConfig, request.nodeRepairConfig),
  };
  return COMPARED.filter((key) => request[key] !== undefined && canonical(is[key]) !== canonical(request[key])).map(
    (key) => `${key} is ${canonical(is[key]) ?? 'absent'} instead of ${canonical(request[key])}`,
  );
}

// A template is asked for by its id or its name, and described with both; other settings may come back with defaults of EKS.
function asAsked<T extends object>(is: T | undefined, asked: T | undefined): Partial<T> | undefined {
  if (is === undefined || asked === undefined) return is;
  return Object.fromEntries(Object.entries(is).filter(([key]) => key in asked)) as Partial<T>;
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
