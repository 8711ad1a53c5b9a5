import type { Dice } from '../../random-faults/dice.ts';
import type { Land } from './make-nodes.ts';
import { GROUP, HOSTNAME, WORKLOAD, WORLD, ZONE } from './small-world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Whom the pods of a workload may want near or far. */
export interface Company {
  readonly workload: string;
  /** The workloads before it. */
  readonly others: readonly string[];
  /** They say nothing of each other: which of several that are made at the same time comes first is up to chance. */
  readonly isIndifferent: boolean;
}

/** Where and how the pods of a workload want to run: the part of their spec that a scheduler reads. */
export function makeWishes(land: Land, company: Company, dice: Dice): Fields {
  return {
    nodeSelector: { [WORLD]: land.world, ...(dice.chance(0.15) && oneLabel(land, dice)) },
    tolerations: tolerations(land, dice),
    ...affinity(land, company, dice),
    ...(!company.isIndifferent && spread(company.workload, dice)),
  };
}

/** What a container asks for; nothing at all for some. */
export function makeRequests(dice: Dice): Fields {
  if (dice.chance(0.2)) return {};
  const cpu = dice.pick(['50m', '100m', '250m', '500m', '900m']);
  const memory = dice.pick(['64Mi', '128Mi', '512Mi', '1Gi']);
  if (dice.chance(0.1)) return { resources: { requests: { cpu } } };
  return { resources: { requests: { cpu, memory } } };
}

function oneLabel({ zones, groups }: Land, dice: Dice): Fields {
  return dice.chance(0.5) ? { [ZONE]: dice.pick(zones) } : { [GROUP]: dice.pick(groups).name };
}

function tolerations({ world, groups }: Land, dice: Dice): readonly Fields[] {
  const own = { key: WORLD, operator: 'Equal', value: world, effect: 'NoSchedule' };
  const taints = groups.flatMap((it) => it.taint ?? []).filter(() => dice.chance(0.4));
  return [own, ...taints.map(({ key, value, effect }) => ({ key, operator: 'Equal', value, effect }))];
}

function affinity(land: Land, { workload, others, isIndifferent }: Company, dice: Dice): Fields {
  const node = nodeAffinity(land, dice);
  const either = (of: string) => ({
    ...(dice.chance(0.15) && required(of, dice)),
    ...(dice.chance(0.15) && preferred(of, dice)),
  });
  const friends = others.length > 0 ? others : isIndifferent ? [] : [workload];
  const far = isIndifferent ? {} : either(workload);
  const near = friends.length > 0 ? either(dice.pick(friends)) : {};
  const all = {
    ...(Object.keys(node).length > 0 && { nodeAffinity: node }),
    ...(Object.keys(far).length > 0 && { podAntiAffinity: far }),
    ...(Object.keys(near).length > 0 && { podAffinity: near }),
  };
  return Object.keys(all).length > 0 ? { affinity: all } : {};
}

const termOn = (workload: string, dice: Dice): Fields => ({
  topologyKey: dice.pick([HOSTNAME, HOSTNAME, ZONE]),
  labelSelector: { matchLabels: { [WORKLOAD]: workload } },
});

const required = (workload: string, dice: Dice): Fields => ({
  requiredDuringSchedulingIgnoredDuringExecution: [termOn(workload, dice)],
});

const preferred = (workload: string, dice: Dice): Fields => ({
  preferredDuringSchedulingIgnoredDuringExecution: [
    { weight: dice.pick([1, 50, 100]), podAffinityTerm: termOn(workload, dice) },
  ],
});

function nodeAffinity(land: Land, dice: Dice): Fields {
  const expression = (): Fields => ({
    key: dice.chance(0.6) ? ZONE : GROUP,
    operator: dice.pick(['In', 'NotIn']),
    values: [dice.chance(0.6) ? dice.pick(land.zones) : dice.pick(land.groups).name],
  });
  const terms = [{ matchExpressions: [expression()] }];
  const weighted = [{ weight: dice.pick([1, 40, 100]), preference: { matchExpressions: [expression()] } }];
  return {
    ...(dice.chance(0.12) && { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } }),
    ...(dice.chance(0.15) && { preferredDuringSchedulingIgnoredDuringExecution: weighted }),
  };
}

function spread(workload: string, dice: Dice): Fields {
  const one = (whenUnsatisfiable: string): Fields => ({
    maxSkew: dice.number(1, 2),
    topologyKey: dice.pick([ZONE, HOSTNAME]),
    whenUnsatisfiable,
    labelSelector: { matchLabels: { [WORKLOAD]: workload } },
  });
  const all = [
    ...(dice.chance(0.15) ? [one('DoNotSchedule')] : []),
    ...(dice.chance(0.12) ? [one('ScheduleAnyway')] : []),
  ];
  const isTwice = all.length === 2 && all[0]?.topologyKey === all[1]?.topologyKey;
  return all.length > 0 ? { topologySpreadConstraints: isTwice ? all.slice(0, 1) : all } : {};
}
