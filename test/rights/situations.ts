import type { Acceptance } from '#domain/preflight/finding';
import type { Ending } from '#engine/host';
import type { Access } from '#twin/scenario/access-schema';
import { checkScenario, loadScenario } from '#twin/scenario/load';
import type { Scenario, ScenarioInput } from '#twin/scenario/schema';
import { openTwin } from '#twin/twin';
import { Rehearsal } from '../e2e/rehearsal.ts';
import type { Named } from './printed.ts';

/** What the runner may do, and which findings about that are accepted. */
export interface Given {
  readonly access: Access;
  readonly accepted: readonly Acceptance[];
  /** Only from its first to its last state; before and after, everything may be done. */
  readonly within?: 'drain';
}

/** A run in which some right matters. With all of its rights it ends done. */
export interface Situation {
  readonly named: Named;
  readonly play: (given: Given) => Promise<Ending | null>;
}

const EKSTEST: Named = { cluster: 'ekstest', region: 'ap-northeast-1', nodeRole: 'ekstest-nodes', addonRoles: [] };
const EKS136: Named = {
  cluster: 'eks136',
  region: 'eu-central-1',
  nodeRole: 'eks136-nodes',
  addonRoles: ['eks136-vpc-cni', 'eks136-ebs-csi'],
};

type Faults = NonNullable<ScenarioInput['faults']>;

const ekstest = (change: (scenario: Scenario) => Partial<Scenario> = () => ({}), faults: Faults = {}): Situation => ({
  named: EKSTEST,
  play: (given) => {
    const scenario = loadScenario('ekstest');
    return begun({ ...scenario, ...change(scenario) }, '1.20-to-1.21', given, faults).start();
  },
});

const eks136 = (play: (run: Rehearsal) => Promise<Ending | null> = (run) => run.start()): Situation => ({
  named: EKS136,
  play: (given) => play(begun(loadScenario('eks-1.36'), '1.36-to-1.37', given)),
});

const managedFields = [{ manager: 'terraform', operation: 'Update', apiVersion: 'storage.k8s.io/v1beta1' }];

/** An object of the newest hop was written by an API that is going; both findings about that are accepted. */
const apiInUse: Situation = {
  named: EKS136,
  play: (given) => {
    const scenario = loadScenario('eks-1.36');
    const objects = scenario.objects.map((it) =>
      it.kind === 'VolumeAttributesClass' ? { ...it, metadata: { ...it.metadata, managedFields } } : it,
    );
    const uses = ['VolumeAttributesClass/gold', '/apis/storage.k8s.io/v1beta1/volumeattributesclasses'];
    const accepted = [...given.accepted, ...uses.map((object) => ({ code: 'REMOVED_API_IN_USE', object }))];
    return begun({ ...scenario, objects }, '1.36-to-1.37', { ...given, accepted }).start();
  },
};

function begun(scenario: Scenario, hop: string, { access, accepted, within }: Given, faults: Faults = {}): Rehearsal {
  const first = within === undefined ? { access } : {};
  const twin = openTwin(checkScenario({ ...(scenario as object), faults, ...first }));
  const run = new Rehearsal(scenario, twin, 'runner', 'r1', hop);
  run.accepted = accepted;
  if (within !== undefined)
    run.meanwhile = (state) => {
      const isWithin = state.startsWith(`work.${within}`);
      twin.faults.happen({ set: { access: isWithin ? access : EVERYTHING } });
    };
  return run;
}

const EVERYTHING: Access = { denied: [], deniedActions: [] };

const newNode = (index: number, unschedulable: true | null) => ({
  call: 'k8s:patch nodes',
  of: { group: 'managed-ng-21', index },
  body: { spec: { unschedulable } },
});

/** The nodes of the new group are closed right before the first eviction, and opened again two minutes later. */
const newNodesClosed: Faults = {
  happenings: [0, 1, 2].flatMap((index) => [
    { begins: { with: 'k8s:patch nodes', nth: 3 }, what: newNode(index, true) },
    { begins: { with: 'k8s:patch nodes', nth: 3, after: '2m' }, what: newNode(index, null) },
  ]),
};

const conflict = { status: 409, code: 'Conflict', message: 'the object has been modified' };

export const SITUATIONS = {
  /** 1.20 to 1.21: a launch template, a policy for pods, a group that keeps its size. */
  'a run': ekstest(),
  'an add-on that the runbook names is not installed': ekstest((it) => ({
    addons: it.addons.filter(({ addonName }) => addonName !== 'coredns'),
  })),
  'somebody else changes a node as it is cordoned': ekstest(undefined, {
    answers: [{ of: ['k8s:patch nodes'], times: 1, give: conflict }],
  }),
  'no node takes pods where the volumes are': ekstest(undefined, newNodesClosed),
  /** 1.36 to 1.37: a group whose size is frozen, add-ons with roles. */
  'the newest hop': eks136(),
  'an API that is going is in use, which is accepted': apiInUse,
  'killed as the size of the old group is being frozen, and resumed': eks136(async (run) => {
    await run.start({ when: 'after-call', call: 4 });
    return run.resume();
  }),
  /** The next runner is a process of its own: it marks the Lease, and opens its watches anew. */
  'killed in the drain, and resumed': eks136(async (run) => {
    await run.start({ when: 'after-call', call: 8 });
    await run.twin.ports.kubernetes.close();
    return run.resume();
  }),
} as const satisfies Readonly<Record<string, Situation>>;

/** The operator gives a run up while its first node is emptied: sizes, cordons and marks are given back. */
export const ABORT = {
  named: EKS136,
  abortedInDrain: (access: Access): Promise<Ending | null> => {
    const run = begun(loadScenario('eks-1.36'), '1.36-to-1.37', { access, accepted: [] });
    run.meanwhile = (state) => {
      if (state === 'work.drain.emptying') void run.ask('abort');
    };
    return run.start();
  },
};

type Name = keyof typeof SITUATIONS;

/** Where the lack of a line shows; those that are not here are lacking in any run. */
const WHERE: Readonly<Record<string, Name>> = {
  'get nodes': 'somebody else changes a node as it is cordoned',
  'list persistentvolumeclaims': 'no node takes pods where the volumes are',
  'list persistentvolumes': 'no node takes pods where the volumes are',
  'list volumeattributesclasses.storage.k8s.io': 'the newest hop',
  'eks:ListInsights on cluster': 'the newest hop',
  'eks:DescribeInsight on cluster': 'an API that is going is in use, which is accepted',
  'eks:DescribeAddon on what is missing': 'an add-on that the runbook names is not installed',
  'eks:UpdateNodegroupConfig on nodegroup': 'the newest hop',
  'eks:DescribeUpdate on nodegroup': 'the newest hop',
  'eks:ListUpdates on nodegroup': 'killed as the size of the old group is being frozen, and resumed',
  'iam:GetRole on role vpc-cni': 'the newest hop',
  'iam:PassRole on role vpc-cni': 'the newest hop',
  'iam:GetRole on role ebs-csi': 'the newest hop',
  'iam:PassRole on role ebs-csi': 'the newest hop',
};

/** In which situation the lack of a line shows, when a purpose has it. */
export function situationOf(line: string, purpose: 'run' | 'drain'): Name {
  // Watches are open, and the Lease is marked, before a drain begins.
  const isKept = line.startsWith('watch ') || line.startsWith('patch leases');
  return purpose === 'drain' && isKept ? 'killed in the drain, and resumed' : (WHERE[line] ?? 'a run');
}
