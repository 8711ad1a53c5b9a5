import type { Dice } from '../../random-faults/dice.ts';
import type { Land } from './make-nodes.ts';
import { type Company, makeRequests, makeWishes } from './make-wishes.ts';
import { type Wanted, WORKLOAD, ZONE } from './small-world.ts';

/** A workload, what it needs, and perhaps a budget: made together. */
export interface Made {
  readonly name: string;
  readonly objects: readonly Wanted[];
}

type Kind = 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Pod';

/** Two to four workloads; each knows the names of those before it. */
export function makeWorkloads(land: Land, dice: Dice): readonly Made[] {
  const names: string[] = [];
  return dice.several(dice.number(2, 4), () => {
    const kind = dice.pick<Kind>([
      'Deployment',
      'Deployment',
      'Deployment',
      'StatefulSet',
      'StatefulSet',
      'DaemonSet',
      'Pod',
    ]);
    const name = `${kind.toLowerCase().slice(0, 6)}-${names.length}`;
    const made = makeOne(land, kind, name, names, dice);
    names.push(name);
    return { name, objects: [...made, ...makeBudgets(land, name, names, dice)] };
  });
}

function makeOne(land: Land, kind: Kind, name: string, others: readonly string[], dice: Dice): readonly Wanted[] {
  const template = makeTemplate(land, { workload: name, others, isIndifferent: kind === 'DaemonSet' }, dice);
  const metadata = { name, namespace: land.world };
  if (kind === 'Pod')
    return [{ apiVersion: 'v1', kind, metadata: { ...metadata, ...template.metadata }, spec: template.spec }];
  const spec = { selector: { matchLabels: { [WORKLOAD]: name } }, template };
  const apiVersion = 'apps/v1';
  if (kind === 'DaemonSet') return [{ apiVersion, kind, metadata, spec }];
  const replicas = dice.number(1, kind === 'Deployment' ? 5 : 3);
  if (kind === 'Deployment') return [{ apiVersion, kind, metadata, spec: { ...spec, replicas } }];
  const set = { ...spec, replicas, serviceName: name, podManagementPolicy: 'OrderedReady' };
  if (dice.chance(0.4)) return [{ apiVersion, kind, metadata, spec: set }];
  const zones = dice.several(replicas, () => dice.pick(land.zones));
  // Of pods that are made at the same time none is the first: only where each has a zone of its own does it not matter.
  const isParallel = new Set(zones).size === replicas && dice.chance(0.5);
  const podManagementPolicy = isParallel ? 'Parallel' : 'OrderedReady';
  const volumes = zones.flatMap((zone, it) => volumeOf(land, `${name}-${it}`, zone));
  return [
    ...volumes,
    { apiVersion, kind, metadata, spec: { ...set, podManagementPolicy, volumeClaimTemplates: [CLAIM] } },
  ];
}

function makeTemplate(land: Land, company: Company, dice: Dice) {
  const isBroken = dice.chance(0.08);
  return {
    metadata: {
      labels: { [WORKLOAD]: company.workload, app: 'all' },
      // Never ready, in the words of both sides.
      ...(isBroken && { annotations: { 'kubelet.test/never-ready': 'true', 'twin/ready': 'never' } }),
    },
    spec: {
      containers: [{ name: 'main', image: 'main:1', ...makeRequests(dice) }],
      ...makeWishes(land, company, dice),
      terminationGracePeriodSeconds: 5,
    },
  };
}

const CLAIM_SPEC = {
  storageClassName: '',
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
} as const;
const CLAIM = { metadata: { name: 'data' }, spec: CLAIM_SPEC } as const;

/** A volume in a zone, and the claim of the pod that it belongs to. */
function volumeOf({ world }: Land, pod: string, zone: string): readonly Wanted[] {
  const [volume, claim] = [`${world}-${pod}`, `data-${pod}`];
  const terms = [{ matchExpressions: [{ key: ZONE, operator: 'In', values: [zone] }] }];
  return [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: volume },
      spec: {
        storageClassName: '',
        accessModes: CLAIM_SPEC.accessModes,
        capacity: { storage: '1Gi' },
        hostPath: { path: '/nowhere' },
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: world, name: claim },
        nodeAffinity: { required: { nodeSelectorTerms: terms } },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: claim, namespace: world },
      spec: { ...CLAIM_SPEC, volumeName: volume },
    },
  ];
}

function makeBudgets({ world }: Land, name: string, names: readonly string[], dice: Dice): readonly Wanted[] {
  const make = (of: string, selector: object): Wanted => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: `${of}-budget`, namespace: world },
    spec: { selector, ...makeLimit(dice) },
  });
  const own = dice.chance(0.65) ? [make(name, { matchLabels: { [WORKLOAD]: name } })] : [];
  // Some budgets speak about everything: a pod with two of them cannot be evicted.
  const all = names.length === 2 && dice.chance(0.06) ? [make('all', { matchLabels: { app: 'all' } })] : [];
  return [...own, ...all];
}

function makeLimit(dice: Dice): object {
  const size = dice.pick<number | string>([0, 1, 1, 2, '25%', '50%', '100%']);
  const policy = dice.chance(0.2) && { unhealthyPodEvictionPolicy: dice.pick(['AlwaysAllow', 'IfHealthyBudget']) };
  return { [dice.pick(['minAvailable', 'maxUnavailable'])]: size, ...policy };
}
