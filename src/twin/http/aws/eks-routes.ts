import type { EksFace } from '../../api/face.ts';

export interface EksRoute {
  readonly operation: keyof EksFace;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{x}` stands for one part, which becomes request member x. */
  readonly path: string;
}

/** Methods and paths of the EKS REST API as @aws-sdk/client-eks 3.1175.0 declares them; fixed paths stand before those with a name in them. */
export const EKS_ROUTES: readonly EksRoute[] = [
  { operation: 'listClusters', method: 'GET', path: '/clusters' },
  { operation: 'describeCluster', method: 'GET', path: '/clusters/{name}' },
  { operation: 'updateClusterVersion', method: 'POST', path: '/clusters/{name}/updates' },
  { operation: 'listUpdates', method: 'GET', path: '/clusters/{name}/updates' },
  { operation: 'describeUpdate', method: 'GET', path: '/clusters/{name}/updates/{updateId}' },
  { operation: 'listNodegroups', method: 'GET', path: '/clusters/{clusterName}/node-groups' },
  { operation: 'createNodegroup', method: 'POST', path: '/clusters/{clusterName}/node-groups' },
  { operation: 'describeNodegroup', method: 'GET', path: '/clusters/{clusterName}/node-groups/{nodegroupName}' },
  { operation: 'deleteNodegroup', method: 'DELETE', path: '/clusters/{clusterName}/node-groups/{nodegroupName}' },
  {
    operation: 'updateNodegroupConfig',
    method: 'POST',
    path: '/clusters/{clusterName}/node-groups/{nodegroupName}/update-config',
  },
  { operation: 'listAddons', method: 'GET', path: '/clusters/{clusterName}/addons' },
  { operation: 'describeAddon', method: 'GET', path: '/clusters/{clusterName}/addons/{addonName}' },
  { operation: 'updateAddon', method: 'POST', path: '/clusters/{clusterName}/addons/{addonName}/update' },
  { operation: 'describeAddonVersions', method: 'GET', path: '/addons/supported-versions' },
  { operation: 'listInsights', method: 'POST', path: '/clusters/{clusterName}/insights' },
  { operation: 'describeInsight', method: 'GET', path: '/clusters/{clusterName}/insights/{id}' },
];

/** The route of a request with the names taken from its path; null when the API has no such operation, or the twin does not play it. */
export function findEksRoute(
  method: string,
  segments: readonly string[],
): { readonly operation: keyof EksFace; readonly names: Readonly<Record<string, string>> } | null {
  for (const route of EKS_ROUTES) {
    const names = route.method === method ? matchPath(route.path, segments) : null;
    if (names !== null) return { operation: route.operation, names };
  }
  return null;
}

function matchPath(path: string, segments: readonly string[]): Record<string, string> | null {
  const parts = path.slice(1).split('/');
  if (parts.length !== segments.length) return null;
  const names: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const given = segments[index] as string;
    if (part.startsWith('{')) names[part.slice(1, -1)] = given;
    else if (part !== given) return null;
  }
  return names;
}
