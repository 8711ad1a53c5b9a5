import type { RunRecord } from '#engine/record';
import type { Twin } from '#twin/twin';
import { Rehearsal } from '../e2e/rehearsal.ts';
import { ekstest, type ScenarioDraft } from './ekstest.ts';

type Change = (draft: ScenarioDraft) => void;

const NODES = { group: '', version: 'v1', resource: 'nodes' } as const;
const MERGE = 'application/merge-patch+json';
export const [OLD, NEW] = ['managed-ng-20', 'managed-ng-21'] as const;
export const MARK = 'eks-upgrade-runbook/cordoned-by';

interface Named {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly namespace?: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string }[];
  };
  readonly spec: { readonly nodeName?: string };
}

/** A cluster in the middle of run `r1`, whose runner is gone: the calls of a test take its place. */
export class StoppedRun {
  readonly twin: Twin;

  constructor(twin: Twin) {
    this.twin = twin;
  }

  /** The rules broken so far, each once. */
  broken(): readonly string[] {
    return [...new Set(this.twin.breaches().map(({ rule }) => rule))];
  }

  /** What was said about the breaches. */
  words(): string {
    return this.twin
      .breaches()
      .map(({ text }) => text)
      .join('\n');
  }

  nodesOf(group: string): readonly Named[] {
    return listed(this.twin, 'nodes').filter((it) => it.metadata.labels?.['eks.amazonaws.com/nodegroup'] === group);
  }

  /** Pods of `app` or of another workload of the namespace default; with `node` those on it. */
  pods(app: string, node?: string): readonly Named[] {
    const own = (it: Named) => it.metadata.labels?.app === app && (node === undefined || it.spec.nodeName === node);
    return listed(this.twin, 'pods').filter(own);
  }

  podsOn(node: string): readonly Named[] {
    return listed(this.twin, 'pods').filter(({ spec }) => spec.nodeName === node);
  }

  patchNode(node: Named, patch: { readonly metadata?: object; readonly spec?: object }): number {
    const metadata = { resourceVersion: node.metadata.resourceVersion, ...patch.metadata };
    const body = { ...patch, metadata };
    return this.twin.face.kubernetes.patch({ ...NODES, name: node.metadata.name }, MERGE, body).status;
  }

  evict({ metadata }: Named, options: object = { preconditions: { uid: metadata.uid } }): number {
    const { namespace = '', name } = metadata;
    const apiVersion = 'policy/v1beta1';
    const body = { apiVersion, kind: 'Eviction', metadata: { namespace, name }, deleteOptions: options };
    return this.twin.face.kubernetes.evict({ namespace, name }, body, false).status;
  }
}

const listed = ({ face }: Twin, resource: string): readonly Named[] =>
  (face.kubernetes.list({ group: '', version: 'v1', resource }).body as { items: readonly Named[] }).items;

/** A run that was stopped as soon as it stood in the first state whose name begins so. */
export async function stoppedIn(state: string, change: Change = () => {}): Promise<StoppedRun> {
  const whole = new Rehearsal(ekstest(change));
  await whole.start();
  const seq = (await whole.records()).findIndex((it: RunRecord) => it.state.startsWith(state));
  if (seq < 0) throw new TypeError(`the run never stood in ${state}`);
  const run = new Rehearsal(ekstest(change));
  await run.start({ when: 'after', seq });
  return new StoppedRun(run.twin);
}
