import type { WireAnswer } from '../api/answer.ts';
import type { EksFace, ResourceName, TwinFace } from '../api/face.ts';
import { refusal } from '../api/kubernetes/status.ts';
import { evictionVersions, RESOURCES } from '../model/resources.ts';
import type { World } from '../model/world.ts';
import type { Target, What } from '../scenario/happening-schema.ts';
import { nodeOf } from './node-of.ts';

type CallOf = Extract<What, { readonly call: string }>;
type KubernetesCall = Exclude<CallOf, { readonly request: unknown }>;

/** A call that somebody else makes; faults of answers are not meant for them. */
export function callBySomebody(world: World, face: TwinFace, what: CallOf): WireAnswer {
  return 'request' in what ? eksCall(face.eks, what.call, what.request) : kubernetesCall(world, face, what);
}

function eksCall(eks: EksFace, call: string, request: Readonly<Record<string, unknown>>): WireAnswer {
  const name = call.slice('eks:'.length);
  const act = (eks as unknown as Readonly<Record<string, EksFace['describeCluster'] | undefined>>)[
    name.charAt(0).toLowerCase() + name.slice(1)
  ];
  return act ? act(request) : nothing(`the twin has no operation ${call}`);
}

function kubernetesCall(world: World, { kubernetes }: TwinFace, what: KubernetesCall): WireAnswer {
  const [verb, resource = ''] = what.call.slice('k8s:'.length).split(' ');
  const kind = resourceOf(world, resource);
  if (kind === null) return nothing(`the API server serves no ${resource}`);
  const body = what.body ?? {};
  if (verb === 'create') {
    const namespace = what.of && 'namespace' in what.of ? what.of.namespace : undefined;
    return kubernetes.create({ ...kind, ...(namespace !== undefined && { namespace }) }, body);
  }
  const named = nameOf(world, what.of as Target);
  if (named === null) return nothing(`there is no node ${JSON.stringify(what.of)}`);
  if (verb === 'patch') return kubernetes.patch({ ...kind, ...named }, 'application/merge-patch+json', body);
  if (verb === 'delete') return kubernetes.remove({ ...kind, ...named }, body);
  return evict(world, kubernetes, named);
}

function evict(world: World, kubernetes: TwinFace['kubernetes'], { name, namespace = 'default' }: Named): WireAnswer {
  const apiVersion = `policy/${evictionVersions(world.minor())[0]}`;
  const body = { apiVersion, kind: 'Eviction', metadata: { name, namespace } };
  return kubernetes.evict({ namespace, name }, body, false);
}

function resourceOf(world: World, resource: string): ResourceName | null {
  const kind = RESOURCES.find((it) => it.resource === resource);
  const version = kind?.versions(world.minor())[0];
  return kind === undefined || version === undefined ? null : { group: kind.group, version, resource };
}

interface Named {
  readonly name: string;
  readonly namespace?: string;
}

function nameOf(world: World, of: Target): Named | null {
  if ('name' in of) return { name: of.name, ...(of.namespace !== undefined && { namespace: of.namespace }) };
  const node = nodeOf(world, of);
  return node ? { name: node.metadata.name } : null;
}

/** The answer to a happening that has nothing to happen to. */
export const nothing = (message: string): WireAnswer => refusal(404, 'NotFound', message);
