import type { ServedKind, Written } from '#ports/kubernetes';
import type { Metadata } from '../model/object.ts';
import { writersOf } from '../model/writers.ts';

/** The kinds in a resource list, without their subresources. */
export const kindsIn = (body: unknown): readonly ServedKind[] =>
  (body as { readonly resources: readonly { readonly name: string; readonly kind: string }[] }).resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind }) => ({ kind, resource: name }));

/** The objects of a list, with who has written them in which version. */
export const writtenIn = (body: unknown): readonly Written[] =>
  (body as { readonly items: readonly { readonly metadata: Metadata }[] }).items.map(({ metadata }) => ({
    ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
    name: metadata.name,
    writers: writersOf(metadata),
  }));
