import type { Budget } from '#domain/kubernetes/budget';
import type { Node } from '#domain/kubernetes/node';
import type { Pod } from '#domain/kubernetes/pod';
import type { Workload } from '#domain/kubernetes/workload';
import type { DrainCode } from '#errors/catalogue/catalogue';

/** What the stores show at one moment, and what was done too recently for them to show. */
export interface Scene {
  /** Of the whole cluster. */
  readonly pods: readonly Pod[];
  readonly budgets: readonly Budget[];
  /** By UID. */
  readonly workloads: ReadonlyMap<string, Workload>;
  /** The node that is drained, as far as it is still there. */
  readonly node: Node | undefined;
  readonly now: number;
  /** When the drain of this node began: unready pods made later are replacements. */
  readonly since: number;
  /** How long a pod may stay after the end of its grace period, ms. */
  readonly stuckAfter: number;
  /** Evictions that were accepted, by the pod's UID. */
  readonly granted: ReadonlyMap<string, Granted>;
  /** Pods whose eviction was refused a moment ago, by UID. */
  readonly held: ReadonlyMap<string, Held>;
}

export interface Granted {
  readonly namespace: string;
  readonly name: string;
  /** `Deployment/default/web` */
  readonly workload: string;
  /** The budget that gave way, as it was seen then; null when none was asked. */
  readonly budget: { readonly uid: string; readonly resourceVersion: string } | null;
  /** When the stores showed the pod gone; null before. */
  readonly goneAt: number | null;
}

export interface Held {
  readonly code: DrainCode;
  readonly why: string;
  readonly endsWhen: string;
  /** Not tried before; Infinity: not again in this drain. */
  readonly until: number;
  /** Set when a budget refused: any change of it ends the wait. */
  readonly budget: { readonly uid: string; readonly resourceVersion: string } | null;
  /** What to do when the refusal is lasting. */
  readonly hint: string;
}

/** The moment's decision about one pod that has to go. */
export type Turn =
  | { readonly kind: 'evict'; readonly pod: Pod; readonly budget: Budget | null; readonly workload: string }
  | {
      readonly kind: 'wait';
      readonly pod: Pod;
      readonly code: DrainCode;
      readonly why: string;
      readonly endsWhen: string;
      /** When time alone makes this another turn: instant, ms, UTC. */
      readonly changesAt?: number;
    }
  /** Nothing that we wait for would help: a person has to look. */
  | { readonly kind: 'fail'; readonly pod: Pod; readonly code: DrainCode; readonly why: string; readonly hint: string };
