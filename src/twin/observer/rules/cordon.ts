import type { NodeObject } from '../../model/object.ts';
import type { World } from '../../model/world.ts';
import { CORDONED_BY, groupOf, holderOf, RUN_TAG } from '../marks.ts';
import { type Call, FINE, type Json, type Rule, texts, type Verdict, wrong } from '../rule.ts';

/** The ledger of cordons: closed in one conditional patch with the run's mark, only old managed nodes, opened only what is ours. */
export const cordon = (world: World): Rule => ({
  name: 'cordon',
  judge: (call) => {
    const node =
      call.operation === 'k8s:patch nodes' ? world.store.get('nodes', undefined, call.name ?? '') : undefined;
    return node === undefined ? FINE : judgePatch(world, call, node);
  },
});

interface NodePatch {
  readonly metadata?: { readonly resourceVersion?: string; readonly annotations?: Json };
  readonly spec?: { readonly unschedulable?: boolean | null };
}

function judgePatch(world: World, { name, body }: Call, node: NodeObject): Verdict {
  const { metadata, spec } = body as NodePatch;
  const holder = holderOf(world);
  const mark = metadata?.annotations?.[CORDONED_BY];
  const closes = spec?.unschedulable === true;
  const opens = spec !== undefined && 'unschedulable' in spec && !closes;
  const held = node.metadata.annotations?.[CORDONED_BY];
  return wrong([
    ...texts(
      [metadata?.resourceVersion === undefined, `node ${name} is patched whatever its resourceVersion is`],
      [closes && mark !== holder, `node ${name} is closed without the mark of run ${holder}`],
      [typeof mark === 'string' && !closes, `node ${name} is marked as closed by a run that does not close it`],
      [closes && isForeign(node, holder), `node ${name} is claimed although somebody else has closed it`],
      [opens && held !== holder, `node ${name} is opened although run ${holder} has not closed it`],
      [opens && mark !== null, `node ${name} is opened but keeps the mark of the cordon`],
    ),
    ...(closes ? whyNotOurs(world, node, holder) : []),
  ]);
}

/** Closed at this version of the node, and not by the run. A patch for an older version is refused anyhow. */
const isForeign = ({ spec, metadata }: NodeObject, holder: string | null): boolean =>
  spec.unschedulable === true && metadata.annotations?.[CORDONED_BY] !== holder;

function whyNotOurs(world: World, node: NodeObject, holder: string | null): readonly string[] {
  const { name } = node.metadata;
  const group = world.eks.nodegroups.get(groupOf(node) ?? '');
  if (group === undefined) return [`node ${name} is closed although it is in no managed group`];
  return texts([
    group.tags[RUN_TAG] === holder,
    `node ${name} is closed although its group ${group.nodegroupName} is the new one`,
  ]);
}
