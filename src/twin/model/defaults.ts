import type { WireObject } from './object.ts';

type Spec = Readonly<Record<string, unknown>>;

const ROLLING = { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } };

/** What the API server fills in where a workload leaves it out; pod templates are kept as they are. */
const DEFAULTS: Readonly<Record<string, (spec: Spec) => Spec>> = {
  Deployment: ({ strategy }) => ({
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    strategy: isOfType(strategy, 'Recreate') ? strategy : filled(strategy, ROLLING),
  }),
  StatefulSet: ({ updateStrategy }) => ({
    replicas: 1,
    revisionHistoryLimit: 10,
    podManagementPolicy: 'OrderedReady',
    updateStrategy: isOfType(updateStrategy, 'OnDelete')
      ? updateStrategy
      : filled(updateStrategy, { type: 'RollingUpdate', rollingUpdate: { partition: 0 } }),
  }),
  DaemonSet: ({ updateStrategy }) => ({
    revisionHistoryLimit: 10,
    updateStrategy: isOfType(updateStrategy, 'OnDelete')
      ? updateStrategy
      : filled(updateStrategy, { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } }),
  }),
  ReplicaSet: () => ({ replicas: 1 }),
};

/** A workload with what the API server adds to its spec (kubernetes/pkg/apis/apps/v1/defaults.go); other objects as they are. */
export function withDefaults<Shape extends WireObject>(object: Shape): Shape {
  const defaults = object.apiVersion.startsWith('apps/') ? DEFAULTS[object.kind] : undefined;
  if (defaults === undefined || typeof object.spec !== 'object' || object.spec === null) return object;
  const added = defaults(object.spec as Spec);
  const strategy = 'strategy' in added ? 'strategy' : 'updateStrategy';
  return { ...object, spec: { ...added, ...object.spec, ...(strategy in added && { [strategy]: added[strategy] }) } };
}

const isOfType = (strategy: unknown, type: string): boolean =>
  (strategy as { readonly type?: string } | undefined)?.type === type;

function filled(strategy: unknown, usual: { readonly type: string; readonly rollingUpdate: object }): object {
  const given = (strategy ?? {}) as { readonly rollingUpdate?: object };
  return { ...usual, ...given, rollingUpdate: { ...usual.rollingUpdate, ...given.rollingUpdate } };
}
