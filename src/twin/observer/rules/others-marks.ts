import type { NodeObject, Taint } from '../../model/object.ts';
import type { World } from '../../model/world.ts';
import { holderOf, isOurMark } from '../marks.ts';
import { type Call, FINE, type Json, type Rule, wrongIfDone } from '../rule.ts';

/** On nodes: only labels, annotations and taints of ours are set, and only those of the run are taken away. */
export const othersMarks = (world: World): Rule => ({
  name: 'others-marks',
  judge: (call) => {
    const node =
      call.operation === 'k8s:patch nodes' ? world.store.get('nodes', undefined, call.name ?? '') : undefined;
    return node === undefined ? FINE : wrongIfDone(foreignChanges(call, node, holderOf(world)));
  },
});

interface NodePatch {
  readonly metadata?: { readonly labels?: Json; readonly annotations?: Json };
  readonly spec?: { readonly unschedulable?: boolean | null; readonly taints?: readonly Taint[] | null };
}

function foreignChanges({ name, body }: Call, node: NodeObject, holder: string | null): readonly string[] {
  const { metadata = {}, spec = {} } = body as NodePatch;
  const own = new Set(['labels', 'annotations', 'resourceVersion']);
  const fields = [
    ...Object.keys(body).filter((it) => it !== 'metadata' && it !== 'spec'),
    ...Object.keys(metadata).filter((it) => !own.has(it)),
    ...Object.keys(spec).filter((it) => it !== 'unschedulable' && it !== 'taints'),
  ];
  return [
    ...fields.map((it) => `node ${name}: field ${it} is changed`),
    ...changedMarks('label', metadata.labels, node.metadata.labels, holder),
    ...changedMarks('annotation', metadata.annotations, node.metadata.annotations, holder),
    ...changedTaints(spec.taints, node.spec.taints ?? [], holder),
  ].map((it) => `node ${name}: ${it}`);
}

function changedMarks(kind: string, patch: Json = {}, before: Json = {}, holder: string | null): readonly string[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    if (!isOurMark(key)) return [`${kind} ${key} of somebody else is changed`];
    const held = before[key];
    const isOthers = value === null && held !== undefined && held !== holder && Number.isNaN(Date.parse(String(held)));
    return isOthers ? [`${kind} ${key} of run ${held} is taken away`] : [];
  });
}

function changedTaints(
  patch: readonly Taint[] | null | undefined,
  before: readonly Taint[],
  holder: string | null,
): readonly string[] {
  if (patch === undefined) return [];
  const isOurs = ({ key, value }: Taint) => isOurMark(key) && value === holder;
  const [now, then] = [(patch ?? []).map(inWords), before.map(inWords)];
  return [
    ...before
      .filter((it) => !isOurs(it) && !now.includes(inWords(it)))
      .map((it) => `taint ${inWords(it)} is taken away`),
    ...(patch ?? [])
      .filter((it) => !isOurs(it) && !then.includes(inWords(it)))
      .map((it) => `taint ${inWords(it)} is set`),
  ];
}

const inWords = ({ key, value = '', effect }: Taint): string => `${key}=${value}:${effect}`;
