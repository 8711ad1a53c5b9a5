import type { NodeObject, Taint } from '#twin/model/object';
import type { Dice } from '../../random-faults/dice.ts';
import { GROUP, HOSTNAME, WORLD, ZONE } from './small-world.ts';

/** What the workloads of a world may speak about. */
export interface Land {
  readonly world: string;
  readonly zones: readonly string[];
  readonly groups: readonly Group[];
  readonly nodes: readonly NodeObject[];
}

export interface Group {
  readonly name: string;
  readonly taint: Taint | undefined;
}

const SIZES = [
  { cpu: '1930m', memory: '3Gi', pods: '29' },
  { cpu: '940m', memory: '2Gi', pods: '8' },
  { cpu: '3920m', memory: '7Gi', pods: '58' },
  { cpu: '1930m', memory: '7Gi', pods: '4' },
] as const;

/** Two or three zones, one to three groups of one to three nodes, some of them with a taint. `index` tells the addresses of worlds apart. */
export function makeLand(world: string, index: number, dice: Dice): Land {
  const zones = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'].slice(0, dice.number(2, 3));
  const groups = ['blue', 'green', 'red'].slice(0, dice.number(1, 3)).map((name, place) => ({
    name,
    taint: place > 0 && dice.chance(0.35) ? dice.pick(TAINTS) : undefined,
  }));
  const nodes = groups.flatMap((group) => {
    const size = dice.pick(SIZES);
    const first = dice.number(0, zones.length - 1);
    return dice
      .several(dice.number(1, 3), () => ({ group, size }))
      .map((it, place) => ({
        ...it,
        zone: zones[(first + place) % zones.length] as string,
      }));
  });
  return {
    world,
    zones,
    groups,
    nodes: nodes.map((it, place) => nodeOf(world, `10.${index % 200}.1.${place + 1}`, it)),
  };
}

const TAINTS: readonly Taint[] = [
  { key: 'dedicated', value: 'batch', effect: 'NoSchedule' },
  { key: 'spot', value: 'true', effect: 'PreferNoSchedule' },
];

interface Place {
  readonly group: Group;
  readonly size: (typeof SIZES)[number];
  readonly zone: string;
}

function nodeOf(world: string, address: string, { group, size, zone }: Place): NodeObject {
  const name = `${world}-n${address.split('.').at(-1)}`;
  const own = { key: WORLD, value: world, effect: 'NoSchedule' };
  const at = '2026-01-01T00:00:00Z';
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { [HOSTNAME]: name, [ZONE]: zone, [GROUP]: group.name, [WORLD]: world } },
    spec: { taints: [own, ...(group.taint ? [group.taint] : [])] },
    status: {
      capacity: size,
      allocatable: size,
      addresses: [{ type: 'InternalIP', address }],
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: at }],
      nodeInfo: { kubeletVersion: 'v1.36.0' },
    },
  } as unknown as NodeObject;
}
