import type { Addon } from '../eks/addon.ts';
import { issuesInWords } from '../nodegroups/growth.ts';

const BROKEN: ReadonlySet<Addon['status']> = new Set(['DEGRADED', 'CREATE_FAILED', 'UPDATE_FAILED', 'DELETE_FAILED']);

/** Whether EKS says that the add-on is not well; not while it is being changed. */
export const isBroken = ({ status }: Addon): boolean => BROKEN.has(status);

/** `addon/vpc-cni`: the name under which a run remembers an add-on. */
export const nameOfAddon = ({ addonName }: Addon): string => `addon/${addonName}`;

/** `v1.10.1-eksbuild.1, DEGRADED; InsufficientNumberOfReplicas: …` */
export function addonInWords({ addonVersion, status, health }: Addon): string {
  const issues = health.length === 0 ? '' : `; ${issuesInWords(health)}`;
  return `${addonVersion}, ${status}${issues}`;
}
