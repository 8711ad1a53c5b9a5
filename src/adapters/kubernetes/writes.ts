import { type Answer, value } from '#ports/answer';
import type { Eviction, Kubernetes, Lease, LeaseContent, LeaseName } from '#ports/kubernetes';
import type { Connection } from './connection.ts';
import { leases, part, readOne } from './reads.ts';

type Writes = Pick<Kubernetes, 'patchNode' | 'evict' | 'createLease' | 'markLease' | 'takeLease' | 'releaseLease'>;

/** Everything of the port that changes something. */
export const writes = (connection: Connection): Writes => ({
  patchNode: (name, body) =>
    readOne(connection, {
      method: 'PATCH',
      path: `/api/v1/nodes/${part(name)}`,
      contentType: 'application/merge-patch+json',
      body,
    }),
  evict: (eviction) => evict(connection, eviction),
  createLease: (lease) => readOne(connection, { method: 'POST', path: leases(lease.namespace), body: leaseOf(lease) }),
  markLease: ({ namespace, name, ...metadata }) => patchLease(connection, { namespace, name }, { metadata }),
  takeLease: ({ namespace, name, holderIdentity, ...metadata }) =>
    patchLease(connection, { namespace, name }, { metadata, spec: { holderIdentity } }),
  // Empty, as client-go's leader election leaves a Lease that it releases.
  releaseLease: ({ namespace, name, ...metadata }) =>
    patchLease(connection, { namespace, name }, { metadata, spec: { holderIdentity: '' } }),
});

async function evict(
  connection: Connection,
  { namespace, name, uid, apiVersion }: Eviction,
): ReturnType<Kubernetes['evict']> {
  const answer = await connection.call({
    method: 'POST',
    path: `/api/v1/namespaces/${part(namespace)}/pods/${part(name)}/eviction`,
    body: { apiVersion, kind: 'Eviction', metadata: { name, namespace }, deleteOptions: { preconditions: { uid } } },
  });
  // The body is a Status that says Success; the documentation's Eviction is never sent.
  return answer.kind === 'value' ? value('accepted') : answer;
}

const leaseOf = ({ namespace, name, holderIdentity, annotations }: LeaseName & LeaseContent) => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace, name, annotations },
  spec: { holderIdentity },
});

function patchLease(connection: Connection, { namespace, name }: LeaseName, body: object): Promise<Answer<Lease>> {
  const path = `${leases(namespace)}/${part(name)}`;
  return readOne(connection, { method: 'PATCH', path, contentType: 'application/merge-patch+json', body });
}
