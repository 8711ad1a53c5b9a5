import { settingsOf } from '#domain/addons/settings';
import type { PlannedAction, PointOfNoReturn } from './plan.ts';
import type { Trace, Write } from './trace.ts';

/** Every change in order, numbered from 1, with its exact parameters; what no plan can foretell is there as a word, what nobody may read as its SHA-256. */
export const actionsOf = (trace: Trace): readonly PlannedAction[] =>
  trace.stays
    .flatMap(({ writes }) => writes)
    .map((write, index) => ({
      number: index + 1,
      atMs: write.at - trace.startedAt,
      operation: write.operation,
      object: objectOf(write.parameters),
      parameters: lasting(write.parameters),
    }));

const NO_RETURN: Readonly<Record<string, { readonly what: string; readonly why: string }>> = {
  'eks:UpdateClusterVersion': {
    what: 'the control plane moves to the new version',
    why: 'an update that runs cannot be cancelled, and a way back exists only for supported versions, within seven days (https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html)',
  },
  'eks:DeleteNodegroup': {
    what: 'the old nodes are gone',
    why: 'until then pods can go back to the old nodes; afterwards only new nodes of the old version could take them',
  },
};

/** The actions after which there is no way back, or no easy one. */
export const pointsOfNoReturn = (actions: readonly PlannedAction[]): readonly PointOfNoReturn[] =>
  actions.flatMap(({ number, operation, object }) => {
    const point = NO_RETURN[operation];
    return point ? [{ action: number, what: `${point.what}: ${object}`, why: point.why }] : [];
  });

const NAMES = ['nodegroupName', 'addonName', 'clusterName', 'cluster', 'name'] as const;

function objectOf(parameters: Write['parameters']): string {
  const name = NAMES.map((key) => parameters[key]).find((it) => typeof it === 'string') as string | undefined;
  const namespace = parameters.namespace;
  return typeof namespace === 'string' ? `${namespace}/${name ?? ''}` : (name ?? '');
}

/** Parameters that no plan can foretell, and what they will be: that they are sent is part of what is planned. */
const OF_ONE_RUN: ReadonlyMap<string, string> = new Map([
  ['clientRequestToken', '(of this step of the run)'],
  ['resourceVersion', '(as it was read)'],
  ['eks-upgrade-runbook/cordoned-at', '(then)'],
]);

// Their SHA-256 and the names of their keys tell a reviewer which values are passed on.
const isSecret = (key: string, value: unknown): value is string =>
  key === 'configurationValues' && typeof value === 'string';

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  const told = (key: string, it: unknown) => OF_ONE_RUN.get(key) ?? (isSecret(key, it) ? settingsOf(it) : lasting(it));
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, told(key, it)]));
}
