import type { ScenarioInput } from '#twin/scenario/schema';

type Answer = NonNullable<NonNullable<ScenarioInput['faults']>['answers']>[number];
type Begins = NonNullable<Answer['begins']>;

export const SUBNETS = ['subnet-0a101000000000000', 'subnet-0c102000000000000', 'subnet-0d103000000000000'] as const;

/** The moments of a run by the call that has just succeeded. */
export const WHEN = {
  held: { with: 'k8s:create leases' },
  controlPlaneStarted: { with: 'eks:UpdateClusterVersion' },
  groupMade: { with: 'eks:CreateNodegroup' },
  cordoned: { with: 'k8s:patch nodes', nth: 3 },
  /** The first two pods leave together; the next one goes alone. */
  evicting: { with: 'k8s:evict pods', nth: 2 },
  deleting: { with: 'eks:DeleteNodegroup' },
  addonStarted: { with: 'eks:UpdateAddon' },
} satisfies Record<string, Begins>;

/** An answer of EKS that refuses. */
export const eks = (operation: string, status: number, code: string, message: string, more: Partial<Answer> = {}) =>
  ({ of: [`eks:${operation}`], give: { status, code, message }, ...more }) satisfies Answer;

/** An answer of Kubernetes that refuses. */
export const kubernetes = (call: string, status: number, code: string, message: string, more: Partial<Answer> = {}) =>
  ({ of: [`k8s:${call}`], give: { status, code, message }, ...more }) satisfies Answer;

/** A budget for the Deployment of `ekstest`. */
export const budgetFor = (name: string, spec: object) => ({
  apiVersion: 'policy/v1beta1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'default' },
  spec: { selector: { matchLabels: { app: 'app' } }, ...spec },
});
