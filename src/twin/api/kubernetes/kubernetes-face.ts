import type { BudgetMembers } from '../../controllers/budget-members.ts';
import type { World } from '../../model/world.ts';
import type { Access } from '../../scenario/access-schema.ts';
import type { WireAnswer } from '../answer.ts';
import type { Perform } from '../call.ts';
import type { KubernetesFace, ListQuery, ObjectName, ResourceName } from '../face.ts';
import { type Attempt, forbidden, mayAttempt } from './access.ts';
import { discover, version } from './discovery.ts';
import { evictPod } from './evict.ts';
import { getObject, listObjects } from './read.ts';
import { reviewOf } from './reviews.ts';
import { watchObjects } from './watch.ts';
import { createObject, patchObject, removeObject, replaceObject } from './write.ts';

/** The Kubernetes side of the face: rights first, then the verb; `perform` notes each call. */
export function kubernetesFace(
  world: World,
  members: BudgetMembers,
  perform: Perform,
  access: () => Access,
): KubernetesFace {
  const write = (attempt: Attempt, parameters: Readonly<Record<string, unknown>>, act: () => WireAnswer) => {
    const isReview = attempt.group === 'authorization.k8s.io';
    return note(isReview ? 'read' : 'write', attempt, parameters, act);
  };
  const note = (
    kind: 'read' | 'write',
    attempt: Attempt,
    more: Readonly<Record<string, unknown>>,
    act: () => WireAnswer,
  ): WireAnswer =>
    perform({ operation: operationOf(attempt), kind, parameters: { ...placeOf(attempt), ...more } }, () =>
      mayAttempt(access(), attempt) ? act() : forbidden(attempt),
    );
  const plain = (operation: string, parameters: Readonly<Record<string, unknown>>, act: () => WireAnswer) =>
    perform({ operation, kind: 'read', parameters }, act);
  return {
    version: () => plain('k8s:get version', {}, () => version(world)),
    discover: (path) => plain('k8s:discover', { path }, () => discover(world, path)),
    get: (name) => note('read', attempt('get', name), {}, () => getObject(world, name)),
    list: (query) => note('read', attempt('list', query), selectorsOf(query), () => listObjects(world, query)),
    create: (where, body) =>
      write(
        attempt('create', where),
        { name: nameIn(body), body },
        () => reviewOf(where)?.(access(), body) ?? createObject(world, where, body),
      ),
    replace: (name, body) => write(attempt('update', name), { body }, () => replaceObject(world, name, body)),
    patch: (name, contentType, body) =>
      write(attempt('patch', name), { body }, () => patchObject(world, name, contentType, body)),
    remove: (name, options) =>
      write(attempt('delete', name), { body: options }, () => removeObject(world, name, options)),
    evict: (name, body, dryRun) =>
      note(dryRun ? 'read' : 'write', { ...PODS, verb: 'create', subresource: 'eviction', ...name }, { body }, () =>
        evictPod(world, members, name, body, dryRun),
      ),
    watch: (query, listener) => {
      const watch = attempt('watch', query);
      const parameters = { ...placeOf(query), ...selectorsOf(query) };
      return perform({ operation: operationOf(watch), kind: 'read', parameters }, () =>
        mayAttempt(access(), watch) ? watchObjects(world, query, listener) : forbidden(watch),
      );
    },
    resourceVersion: () => String(world.store.resourceVersion()),
  };
}

const PODS = { group: '', resource: 'pods' } as const;

const attempt = (verb: string, of: ResourceName & Partial<Pick<ObjectName, 'namespace' | 'name'>>): Attempt => ({
  verb,
  group: of.group,
  resource: of.resource,
  ...(of.namespace !== undefined && { namespace: of.namespace }),
  ...(of.name !== undefined && { name: of.name }),
});

/** `k8s:patch nodes`; an eviction is called by what it does. */
const operationOf = (it: Attempt): string =>
  it.subresource === 'eviction' ? 'k8s:evict pods' : `k8s:${it.verb} ${it.resource}`;

const placeOf = (it: { readonly namespace?: string; readonly name?: string }) => ({
  ...(it.namespace !== undefined && { namespace: it.namespace }),
  ...(it.name !== undefined && { name: it.name }),
});

const selectorsOf = ({ fieldSelector, labelSelector }: ListQuery) => ({
  ...(fieldSelector !== undefined && { fieldSelector }),
  ...(labelSelector !== undefined && { labelSelector }),
});

const nameIn = (body: unknown): string | undefined => (body as { metadata?: { name?: string } } | null)?.metadata?.name;
