import type { Changes } from '#adapters/clock/changes';
import { type Answer, value } from '#ports/answer';
import type { Budget, Live, Node, Pod, Workload } from '#ports/kubernetes';
import { budgetVersion, toBudget } from './budgets.ts';
import type { Connection } from './connection.ts';
import { plain, type RawObject, withoutLastApplied } from './objects.ts';
import { Store } from './store.ts';
import { toWorkload, WORKLOADS } from './workloads.ts';

/** How long a store may be without its watch before nobody is allowed to rely on it, ms. */
const STALE = 10_000;

/** The shared stores: opened by the first `live()`, kept until `close()`. */
export interface Stores {
  live(): Promise<Answer<Live>>;
  close(): void;
}

export function createStores(connection: Connection, changes: Changes, now: () => number): Stores {
  let opening: Promise<Answer<AllStores>> | null = null;
  let isClosed = false;
  return {
    async live() {
      if (isClosed) return { kind: 'unknown', code: 'Closed', message: 'the stores are closed' };
      opening ??= openAll(connection, changes, now);
      const opened = await opening;
      if (opened.kind === 'value') return healthy(opened.value, changes, now);
      opening = null;
      return opened;
    },
    close: () => {
      isClosed = true;
      void opening?.then((opened) => opened.kind === 'value' && closeAll(opened.value));
    },
  };
}

interface AllStores {
  readonly pods: Store<Pod>;
  readonly nodes: Store<Node>;
  readonly budgets: Store<Budget>;
  readonly workloads: readonly Store<Workload>[];
}

function allStores(connection: Connection, changes: Changes, now: () => number): AllStores {
  const at = (path: string) => async () => value(path);
  const small = (object: RawObject) => withoutLastApplied(object);
  const kinds = Object.entries(WORKLOADS) as [Workload['kind'], string][];
  return {
    pods: new Store(
      connection,
      { path: at('/api/v1/pods'), shape: (it) => plain<Pod>(small(it)) },
      changes.follow(),
      now,
    ),
    nodes: new Store(
      connection,
      { path: at('/api/v1/nodes'), shape: (it) => plain<Node>(small(it)) },
      changes.follow(),
      now,
    ),
    budgets: new Store(connection, budgetsOf(connection), changes.follow(), now),
    workloads: kinds.map(
      ([kind, path]) =>
        new Store(connection, { path: at(path), shape: (it) => toWorkload(small(it), kind) }, changes.follow(), now),
    ),
  };
}

const budgetsOf = (connection: Connection) => ({
  path: async (): Promise<Answer<string>> => {
    const version = await budgetVersion(connection);
    return version.kind === 'value' ? value(`/apis/${version.value}/poddisruptionbudgets`) : version;
  },
  shape: (it: RawObject, path: string) =>
    toBudget(withoutLastApplied(it), path.startsWith('/apis/policy/v1/') ? 'policy/v1' : 'policy/v1beta1'),
});

const each = (stores: AllStores) => [stores.pods, stores.nodes, stores.budgets, ...stores.workloads];

async function openAll(connection: Connection, changes: Changes, now: () => number): Promise<Answer<AllStores>> {
  const stores = allStores(connection, changes, now);
  const opened = await Promise.all(each(stores).map((it) => it.open()));
  const missing = opened.find((it) => it.kind !== 'value');
  if (missing === undefined) return value(stores);
  closeAll(stores);
  return missing;
}

function closeAll(stores: AllStores): void {
  for (const store of each(stores)) store.close();
}

function healthy(stores: AllStores, changes: Changes, now: () => number): Answer<Live> {
  const troubles = each(stores).map((it) => it.trouble());
  const stale = troubles.find((it) => it !== null && now() - it.since > STALE);
  if (stale) return stale.answer;
  const look =
    <T>(read: () => T) =>
    () => {
      changes.looked();
      return read();
    };
  return value({
    pods: look(() => stores.pods.all()),
    nodes: look(() => stores.nodes.all()),
    budgets: look(() => stores.budgets.all()),
    workloads: look(() => stores.workloads.flatMap((it) => it.all())),
  });
}
