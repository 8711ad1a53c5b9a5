import type { Cluster } from '#domain/eks/cluster';
import type { Acceptance } from '#domain/preflight/finding';
import type { AwsPlace } from '#domain/rights/arns';
import type { AwsRight } from '#domain/rights/aws-right';
import type { IamPolicy } from '#domain/rights/iam-policy';
import type { KubernetesRight } from '#domain/rights/kubernetes-right';
import type { Purpose } from '#domain/rights/purpose';
import type { RbacRole } from '#domain/rights/rbac';
import type { ControlDecision } from '#engine/control';
import type { Liveness, TakeOver } from '#engine/decide-claim';
import type { Ending } from '#engine/host';
import type { ControlEntry, RunRecord } from '#engine/record';
import type { Notify } from '#messages/message';
import type { Plan } from '#plan/plan';
import type { RunLog, RunnerNote } from '#ports/record-log';
import type { Time } from '#ports/time';
import type { LoadedRunbook } from '#runbook/load';
import type { StepPorts } from '#steps/step';
import type { Served } from '#twin/http/serve-twin';

/** Everything the command line needs from the rest of the tool. Each part is loaded when it is first used. */
export interface Composition {
  /** Version of the tool. */
  readonly tool: string;
  /** The clock of runs, of control entries and of what is shown. */
  readonly time: Time;
  readonly newRunId: (now: number) => string;
  readonly loadRunbook: (hop: string) => Promise<LoadedRunbook>;
  /** The procedure of a hop as a mermaid diagram. */
  readonly graph: (loaded: LoadedRunbook) => Promise<string>;
  readonly runFolders: (root: string) => Promise<RunFolders>;
  /** A run by the path of its folder; null when there is no run in it. */
  readonly runAt: (folder: string) => Promise<{ readonly root: string; readonly place: RunPlace } | null>;
  readonly openCluster: (reach: Reach, notify: Notify) => Promise<OpenCluster>;
  readonly readHolder: (cluster: OpenCluster) => Promise<Holder>;
  readonly placeOf: (record: RunRecord) => Promise<PlaceInProcedure>;
  readonly liveness: (note: RunnerNote) => Promise<Liveness>;
  /** What the engine would make of this entry if nothing happened before it is taken; nothing is written. */
  readonly judgeControl: (record: RunRecord, asked: AskedControl) => Promise<ControlDecision>;
  readonly appendControl: (log: RunLog, asked: AskedControl) => Promise<ControlEntry>;
  readonly patience: (ms: number) => Patience;
  readonly start: (run: NewRun) => Promise<Driver>;
  readonly resume: (run: OldRun) => Promise<Driver>;
  readonly plan: (of: PlanOf) => Promise<Plan>;
  /** Which rights a purpose needs; reads no cluster. */
  readonly permissions: (of: PermissionsOf) => Promise<Permissions>;
  readonly serveTwin: (of: ServeOf) => Promise<ServedCluster>;
  /** One line of JSON for a program that started the twin. */
  readonly startLine: (served: Served, clock: ServeOf['clock']) => Promise<string>;
}

/** How a cluster is reached. */
export interface Reach {
  readonly cluster: string;
  readonly region?: string;
  readonly profile?: string;
  readonly context?: string;
  readonly kubeconfig?: string;
  /** `KUBECONFIG_ELSEWHERE=<server>`: the kubeconfig may lead through a tunnel. */
  readonly accepted: readonly Acceptance[];
}

/** Which run holds a cluster; `log` is where its log is, in the words of the machine it runs on. */
export type Holder =
  | { readonly kind: 'held'; readonly run: string; readonly log: string; readonly owner: string }
  | { readonly kind: 'free' }
  | { readonly kind: 'unknown'; readonly why: string };

/** A cluster that answered. */
export interface OpenCluster {
  readonly ports: StepPorts;
  readonly cluster: Cluster;
  readonly account: string;
  readonly region: string;
  readonly close: () => Promise<void>;
}

export interface RunPlace {
  readonly account: string;
  readonly region: string;
  readonly cluster: string;
  readonly run: string;
}

/** The runs below one state folder. */
export interface RunFolders {
  readonly root: string;
  /** Oldest first. */
  readonly list: (where: Partial<RunPlace>) => Promise<readonly RunPlace[]>;
  readonly open: (place: RunPlace) => RunLog;
  /** Makes the folder; throws `StateUnwritable` (exit 2). */
  readonly create: (place: RunPlace) => Promise<RunLog>;
}

/** Where a record stands in its procedure. */
export interface PlaceInProcedure {
  /** The gate it waits at. */
  readonly gate: string | null;
  /** How the run ended; null while it is open. */
  readonly ending: 'finished' | 'blocked' | 'held' | 'aborted' | null;
}

export type AskedControl = Pick<ControlEntry, 'verb' | 'gate' | 'by' | 'why' | 'saw' | 'to'>;

/** A person's patience, on the machine's clock also where runs follow model time. */
export interface Patience {
  readonly over: () => boolean;
  readonly rest: (ms: number) => Promise<void>;
}

/** Drives until the run ends, pauses, parks, or waits at a gate; may be called again after a gate was answered. */
export interface Driver {
  readonly drive: () => Promise<Ending>;
}

export interface NewRun {
  readonly id: string;
  readonly loaded: LoadedRunbook;
  readonly log: RunLog;
  readonly cluster: OpenCluster;
  readonly notify: Notify;
  readonly by: string;
  readonly accepted: readonly Acceptance[];
  readonly newNames: Readonly<Record<string, string>>;
  /** The run whose Lease may be taken. */
  readonly takesFrom?: string;
}

export interface OldRun {
  readonly log: RunLog;
  readonly cluster: OpenCluster;
  readonly notify: Notify;
  readonly takeOver: TakeOver;
}

export interface PlanOf {
  readonly loaded: LoadedRunbook;
  readonly accepted: readonly Acceptance[];
  readonly newNames: Readonly<Record<string, string>>;
  /** The run whose Lease may be taken. */
  readonly takesFrom?: string;
  readonly from:
    | { readonly kind: 'cluster'; readonly cluster: OpenCluster }
    | { readonly kind: 'snapshot'; readonly file: string }
    | { readonly kind: 'scenario'; readonly scenario: string; readonly set: Readonly<Record<string, string>> };
}

/** What is not named stays a placeholder. */
export interface PermissionsOf extends Partial<AwsPlace> {
  readonly purpose: Purpose;
}

export interface Permissions {
  readonly aws: readonly AwsRight[];
  readonly kubernetes: readonly KubernetesRight[];
  readonly iam: IamPolicy;
  readonly rbac: readonly RbacRole[];
}

/** A twin that is being served, with the cluster that is in it. */
export interface ServedCluster extends Served {
  readonly cluster: string;
  /** `1.20` */
  readonly version: string;
  readonly region: string;
}

export interface ServeOf {
  readonly scenario: string;
  readonly clock: 'consent' | 'wall';
  readonly port?: number;
  readonly set: Readonly<Record<string, string>>;
}
