import type { ScenarioInput } from '#twin/scenario/schema';
import type { Dice } from './dice.ts';
import type { Begins } from './random-answers.ts';
import type { Shape } from './shapes.ts';

export type HappeningInput = NonNullable<NonNullable<ScenarioInput['faults']>['happenings']>[number];
type What = HappeningInput['what'];

/** Something that happens, and perhaps what takes it back later. */
interface Turn {
  readonly what: What;
  readonly back?: What;
}

/** What somebody or something else does to the cluster, often taken back a while later. `moment`: when it begins. */
export function randomHappening(dice: Dice, shape: Shape, moment: Begins): readonly HappeningInput[] {
  const { what, back } = dice.pick(TURNS)(dice, shape);
  const isTakenBack = back !== undefined && dice.chance(0.6);
  const again = { ...moment, after: `${secondsOf(moment) + dice.number(20, 2400)}s` };
  return [{ begins: moment, what }, ...(isTakenBack ? [{ begins: again, what: back }] : [])];
}

const secondsOf = ({ after = '0s' }: Begins): number => Number.parseInt(String(after), 10);

const anyGroup = (dice: Dice, { olds, news }: Shape): string => dice.pick([...olds, ...news]);
const anyNode = (dice: Dice, shape: Shape) => ({ group: anyGroup(dice, shape), index: dice.number(0, 2) });

const node = (of: { readonly group: string; readonly index: number }, ready: 'True' | 'False' | 'Unknown'): What => ({
  node: { of, ready },
});

const patchNode = (of: { readonly group: string; readonly index: number }, unschedulable: boolean | null): What => ({
  call: 'k8s:patch nodes',
  of,
  body: { spec: { unschedulable } },
});

const patchBudget = (spec: object): What => ({
  call: 'k8s:patch poddisruptionbudgets',
  of: { namespace: 'default', name: 'app' },
  body: { spec },
});

const resize = (nodegroupName: string, minSize: number, desiredSize: number, maxSize: number): What => ({
  call: 'eks:UpdateNodegroupConfig',
  request: { clusterName: 'ekstest', nodegroupName, scalingConfig: { minSize, desiredSize, maxSize } },
});

const scale = (replicas: number): What => ({
  call: 'k8s:patch deployments',
  of: { namespace: 'default', name: 'deployment' },
  body: { spec: { replicas } },
});

const pod = (verb: 'delete' | 'evict', dice: Dice): What => ({
  call: `k8s:${verb} pods`,
  of: { namespace: 'default', name: `statefulset-${dice.number(0, 2)}` },
});

const ISSUE = [{ code: 'AsgInstanceLaunchFailures', message: 'InsufficientInstanceCapacity', resourceIds: ['asg'] }];

const TURNS: readonly ((dice: Dice, shape: Shape) => Turn)[] = [
  (dice, shape) => {
    const of = anyNode(dice, shape);
    return { what: node(of, dice.pick(['False', 'Unknown'] as const)), back: node(of, 'True') };
  },
  (dice, shape) => {
    const of = anyNode(dice, shape);
    return { what: patchNode(of, true), back: patchNode(of, null) };
  },
  (dice, shape) => ({ what: patchNode(anyNode(dice, shape), null) }),
  (dice, shape) => ({ what: { call: 'k8s:delete nodes', of: anyNode(dice, shape) } }),
  (dice, shape) => {
    const size = dice.number(0, 4);
    return { what: resize(anyGroup(dice, shape), size, size, Math.max(1, size)) };
  },
  (dice, shape) => ({ what: resize(anyGroup(dice, shape), 1, dice.number(1, 4), 6) }),
  (dice, shape) => {
    const nodegroup = anyGroup(dice, shape);
    const back: What = { set: { nodegroup, status: 'ACTIVE', health: [] } };
    return { what: { set: { nodegroup, status: 'DEGRADED', health: ISSUE } }, back };
  },
  (dice) => {
    const addon = dice.pick(['coredns', 'kube-proxy', 'vpc-cni']);
    return { what: { set: { addon, status: 'DEGRADED' } }, back: { set: { addon, status: 'ACTIVE' } } };
  },
  (dice, { subnets }) => {
    const { subnetId: subnet, availableIpAddressCount } = dice.pick(subnets);
    return {
      what: { set: { subnet, availableIpAddressCount: dice.number(0, 6) } },
      back: { set: { subnet, availableIpAddressCount } },
    };
  },
  () => ({ what: { call: 'eks:UpdateClusterVersion', request: { name: 'ekstest', version: '1.21' } } }),
  () => ({
    what: {
      call: 'eks:UpdateAddon',
      request: { clusterName: 'ekstest', addonName: 'coredns', addonVersion: 'v1.8.4-eksbuild.1' },
    },
  }),
  (dice, { hasBudget }) => {
    const closed = dice.pick([{ maxUnavailable: 0 }, { maxUnavailable: null, minAvailable: 3 }]);
    const open = { maxUnavailable: 1, minAvailable: null };
    return hasBudget
      ? { what: patchBudget(closed), back: patchBudget(open) }
      : { what: scale(dice.number(0, 6)), back: scale(3) };
  },
  (dice) => ({ what: scale(dice.number(0, 6)), back: scale(3) }),
  (dice) => ({ what: pod('delete', dice) }),
  (dice) => ({ what: pod('evict', dice) }),
];
