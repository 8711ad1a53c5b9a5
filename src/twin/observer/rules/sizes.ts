import type { NodegroupState } from '../../model/eks-state.ts';
import type { World } from '../../model/world.ts';
import { holderOf, nodesIn, RUN_TAG } from '../marks.ts';
import { type Call, FINE, type Rule, texts, type Verdict } from '../rule.ts';

type Sizes = NodegroupState['scalingConfig'];

interface Freeze {
  readonly before: Sizes;
  readonly sizes: Sizes;
}

/** A group's size is only ever frozen at what is there, never lower, and given back as it was while nobody else changed it. */
export function sizes(world: World): Rule {
  const freezes = new Map<string, Freeze>();
  return {
    name: 'sizes',
    judge: (call) => {
      const group =
        call.operation === 'eks:UpdateNodegroupConfig' && world.eks.nodegroups.get(String(call.body.nodegroupName));
      return group ? judgeResize(world, call, group, freezes) : FINE;
    },
  };
}

function judgeResize(world: World, { body }: Call, group: NodegroupState, freezes: Map<string, Freeze>): Verdict {
  const { nodegroupName: name, scalingConfig: now } = group;
  const asked = { ...now, ...(body.scalingConfig as Partial<Sizes> | undefined) };
  const key = `${holderOf(world)} ${name}`;
  const freeze = freezes.get(key);
  const isRestore = freeze !== undefined && !isFrozen(asked);
  const live = nodesIn(world, name).length;
  const known = new Set(world.eks.updates.map(({ id }) => id));
  const found = [
    ...texts(
      ['labels' in body || 'taints' in body, `group ${name}: more than its size is changed`],
      [group.tags[RUN_TAG] === holderOf(world), `group ${name} is the new one and resized`],
    ),
    ...(isRestore ? badRestore(name, asked, now, freeze) : badFreeze(name, asked, now, live)),
  ];
  return ({ status, body: answer }) => {
    // Refused, or the answer to a token that was used before: nothing has changed now.
    if (status >= 300 || known.has(updateIdIn(answer))) return [];
    if (isRestore) freezes.delete(key);
    else freezes.set(key, { before: freeze?.before ?? now, sizes: asked });
    return found;
  };
}

const updateIdIn = (answer: unknown): string => (answer as { readonly update: { readonly id: string } }).update.id;

function badFreeze(name: string, asked: Sizes, now: Sizes, live: number): readonly string[] {
  const least = Math.max(live, now.desiredSize);
  return texts(
    [!isFrozen(asked), `group ${name} is resized to ${inWords(asked)}, which is no freeze`],
    [
      asked.desiredSize < least,
      `group ${name} is frozen at ${asked.desiredSize} although ${least} nodes are there or wanted`,
    ],
  );
}

function badRestore(name: string, asked: Sizes, now: Sizes, { before, sizes: frozen }: Freeze): readonly string[] {
  const wanted = { ...before, desiredSize: Math.max(before.desiredSize, now.desiredSize) };
  return texts(
    [inWords(asked) !== inWords(wanted), `group ${name} gets ${inWords(asked)} back instead of ${inWords(wanted)}`],
    [inWords(now) !== inWords(frozen), `group ${name} was set to ${inWords(now)} by somebody else, which is undone`],
  );
}

const isFrozen = ({ minSize, maxSize, desiredSize }: Sizes): boolean =>
  minSize === desiredSize && maxSize === Math.max(1, desiredSize);

const inWords = ({ minSize, desiredSize, maxSize }: Sizes): string => `${minSize}/${desiredSize}/${maxSize}`;
