import type { Issue } from './cluster.ts';

/** What DescribeAddon says (https://docs.aws.amazon.com/eks/latest/APIReference/API_Addon.html). */
export interface Addon {
  readonly addonName: string;
  readonly addonVersion: string;
  readonly status:
    | 'ACTIVE'
    | 'CREATING'
    | 'CREATE_FAILED'
    | 'UPDATING'
    | 'UPDATE_FAILED'
    | 'DELETING'
    | 'DELETE_FAILED'
    | 'DEGRADED';
  readonly serviceAccountRoleArn?: string;
  /** JSON or YAML text, as given to the API. */
  readonly configurationValues?: string;
  readonly podIdentityAssociations: readonly string[];
  readonly health: readonly Issue[];
  readonly tags: Readonly<Record<string, string>>;
}

/** One row of DescribeAddonVersions for one Kubernetes version. */
export interface AddonVersion {
  readonly addonName: string;
  readonly addonVersion: string;
  /** The version EKS installs by default on this Kubernetes version. */
  readonly defaultVersion: boolean;
}

/** The body of UpdateAddon, all but the token. */
export interface UpdateAddonRequest {
  readonly clusterName: string;
  readonly addonName: string;
  readonly addonVersion: string;
  readonly resolveConflicts: 'NONE' | 'OVERWRITE' | 'PRESERVE';
  readonly serviceAccountRoleArn?: string;
  readonly configurationValues?: string;
}
