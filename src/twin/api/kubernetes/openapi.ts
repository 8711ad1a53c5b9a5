import { RESOURCES, type ResourceKind } from '../../model/resources.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';

/** As much of an OpenAPI v2 document as clients ask of it: which kinds can be patched, and that a patch may be tried out. */
export interface OpenApiDocument {
  readonly swagger: '2.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, { readonly patch: PatchOperation }>>;
  /** Empty: clients check no fields of a kind that has no schema, and send what they were given. */
  readonly definitions: Readonly<Record<string, never>>;
}

interface PatchOperation {
  readonly parameters: readonly QueryParameter[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly 'x-kubernetes-group-version-kind': {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  };
}

export interface QueryParameter {
  readonly name: string;
  readonly in: 'query';
  readonly type: string;
}

/** GET /openapi/v2. */
export function openApi(world: World): WireAnswer {
  const minor = world.minor();
  const paths = RESOURCES.flatMap((it) =>
    it.versions(minor).map((version) => [pathOf(it, version), patch(it, version)]),
  );
  const document: OpenApiDocument = {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: `v1.${minor}` },
    paths: Object.fromEntries(paths),
    definitions: {},
  };
  return { status: 200, body: document };
}

function pathOf({ group, resource, isNamespaced }: ResourceKind, version: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${isNamespaced ? '/namespaces/{namespace}' : ''}/${resource}/{name}`;
}

const DRY_RUN: QueryParameter = { name: 'dryRun', in: 'query', type: 'string' };

const patch = ({ group, kind }: ResourceKind, version: string): { readonly patch: PatchOperation } => ({
  patch: {
    parameters: [DRY_RUN],
    responses: { '200': { description: 'OK' } },
    'x-kubernetes-group-version-kind': { group, version, kind },
  },
});
