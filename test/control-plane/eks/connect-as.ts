import { type Connection, connect } from '#adapters/kubernetes/connection';
import { value } from '#ports/answer';
import type { RealCluster, Role } from '../cluster/real-cluster.ts';

/** A connection to the API server with the token of a role. */
export function connectAs(cluster: RealCluster, role: Role): Promise<Connection> {
  const way = { ca: cluster.caPem, headers: { Authorization: `Bearer ${cluster.token(role)}` } };
  return connect({ server: cluster.url, credentials: async () => value(way), renew: () => undefined }, {});
}
