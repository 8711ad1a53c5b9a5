import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is asked is kept where a test looks into it: evictions, deletions and changes of nodes (kubelets' status apart). */
const AUDIT_POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'Request', verbs: ['create'], resources: [{ group: '', resources: ['pods/eviction'] }] },
    { level: 'Request', verbs: ['delete', 'deletecollection'] },
    { level: 'Request', verbs: ['patch', 'update'], resources: [{ group: '', resources: ['nodes'] }] },
    { level: 'Metadata' },
  ],
};

/** Files that the API server reads at its start. */
export interface ServerSettings {
  readonly auditPolicy: string;
  /** Where tokens are asked about that the token file does not know. */
  readonly tokenReview: string | null;
}

/** Writes them into `folder`. JSON is YAML. */
export async function writeServerSettings(folder: string, tokenReviewUrl?: string): Promise<ServerSettings> {
  const auditPolicy = join(folder, 'audit-policy.yaml');
  await writeFile(auditPolicy, JSON.stringify(AUDIT_POLICY));
  if (tokenReviewUrl === undefined) return { auditPolicy, tokenReview: null };
  const tokenReview = join(folder, 'token-review.yaml');
  await writeFile(tokenReview, JSON.stringify(webhook(tokenReviewUrl)));
  return { auditPolicy, tokenReview };
}

/** https://kubernetes.io/docs/reference/access-authn-authz/authentication/#webhook-token-authentication */
const webhook = (server: string): unknown => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'review', cluster: { server } }],
  users: [{ name: 'api-server' }],
  contexts: [{ name: 'review', context: { cluster: 'review', user: 'api-server' } }],
  'current-context': 'review',
});
