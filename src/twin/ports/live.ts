import { type Answer, value } from '#ports/answer';
import type { Budget, Live, Node, Pod, Workload } from '#ports/kubernetes';
import type { KubernetesFace, ResourceName } from '../api/face.ts';
import { Table, tableKey } from '../model/table.ts';
import { plain, type Served, withoutLastApplied } from './plain.ts';
import { refusedByKubernetes } from './refused.ts';

const CORE = { group: '', version: 'v1' } as const;
const APPS = { group: 'apps', version: 'v1' } as const;

/** The kinds of workloads in the order in which they are listed. */
export const WORKLOADS: readonly { readonly kind: Workload['kind']; readonly at: ResourceName }[] = [
  { kind: 'DaemonSet', at: { ...APPS, resource: 'daemonsets' } },
  { kind: 'Deployment', at: { ...APPS, resource: 'deployments' } },
  { kind: 'ReplicaSet', at: { ...APPS, resource: 'replicasets' } },
  { kind: 'StatefulSet', at: { ...APPS, resource: 'statefulsets' } },
];

/** The shared stores on the twin's watches. `changed` is called with every change that reaches them. */
export class LiveStores {
  readonly #face: KubernetesFace;
  readonly #changed: () => void;
  readonly #stops: (() => void)[] = [];
  #live: Live | null = null;
  #budgetVersion = '';

  constructor(face: KubernetesFace, changed: () => void) {
    this.#face = face;
    this.#changed = changed;
  }

  /** Opens the stores at the first call, and again when budgets are served in another version than before. */
  open(budgetVersion: Budget['apiVersion']): Answer<Live> {
    if (this.#live && this.#budgetVersion === budgetVersion) return value(this.#live);
    this.close();
    this.#budgetVersion = budgetVersion;
    const budgetsAt = {
      group: 'policy',
      version: budgetVersion.slice('policy/'.length),
      resource: 'poddisruptionbudgets',
    };
    const pods = this.#store<Pod>({ ...CORE, resource: 'pods' }, plain<Pod>);
    const nodes = this.#store<Node>({ ...CORE, resource: 'nodes' }, plain<Node>);
    const budgets = this.#store<Budget>(budgetsAt, (it) => withVersion(it, budgetVersion));
    const workloads = WORKLOADS.map(({ kind, at }) => this.#store<Workload>(at, (it) => withKind(it, kind)));
    const refused = [pods, nodes, budgets, ...workloads].find((it) => it.kind !== 'value');
    if (refused !== undefined) return refused;
    const all = <T>(store: Answer<Table<T>>): readonly T[] => (store.kind === 'value' ? store.value.list() : []);
    this.#live = {
      pods: () => all(pods),
      nodes: () => all(nodes),
      budgets: () => all(budgets),
      workloads: () => workloads.flatMap(all),
    };
    return value(this.#live);
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#live = null;
  }

  #store<T>(at: ResourceName, shape: (object: Served) => T): Answer<Table<T>> {
    const table = new Table<T>();
    let isFilled = false;
    const watching = this.#face.watch(at, ({ type, object }) => {
      const { namespace, name } = object.metadata as unknown as { readonly namespace?: string; readonly name: string };
      if (type === 'DELETED') table.delete(tableKey(namespace, name));
      else table.set(tableKey(namespace, name), shape(withoutLastApplied(object as unknown as Served)));
      if (isFilled) this.#changed();
    });
    isFilled = true;
    if (!('stop' in watching)) return refusedByKubernetes(watching);
    this.#stops.push(watching.stop);
    return value(table);
  }
}

const versioned = new WeakMap<object, Budget>();

/** A budget with the version that it was read in. */
export function withVersion(object: Served, apiVersion: Budget['apiVersion']): Budget {
  const view = plain<Budget>(object);
  const known = versioned.get(view);
  if (known?.apiVersion === apiVersion) return known;
  const budget = Object.freeze({ ...view, apiVersion });
  versioned.set(view, budget);
  return budget;
}

const kinds = new WeakMap<object, Workload>();

/** A workload with its kind. */
export function withKind(object: Served, kind: Workload['kind']): Workload {
  const view = plain<Workload>(object);
  const known = kinds.get(view) ?? Object.freeze({ ...view, kind });
  kinds.set(view, known);
  return known;
}
