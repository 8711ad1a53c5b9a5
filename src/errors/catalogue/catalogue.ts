import { DRAIN } from './drain.ts';
import { DRAIN_REASONS } from './drain-reasons.ts';
import { ENDINGS } from './endings.ts';
import type { Entries } from './entry.ts';
import { CLUSTER_FINDINGS } from './findings-cluster.ts';
import { NODE_FINDINGS } from './findings-nodes.ts';
import { LOG } from './log.ts';
import { NO_ANSWERS } from './no-answers.ts';
import { NODE_GROUPS } from './node-groups.ts';
import { PLANNING } from './planning.ts';
import { PROCEDURE } from './procedure.ts';
import { REACHING } from './reaching.ts';
import { REFUSALS } from './refusals.ts';
import { RESUMING } from './resuming.ts';
import { RUNNING } from './running.ts';
import { TYPED } from './typed.ts';
import { UPDATES } from './updates.ts';

const FAILURES = {
  ...TYPED,
  ...REACHING,
  ...REFUSALS,
  ...RUNNING,
  ...UPDATES,
  ...NODE_GROUPS,
  ...DRAIN,
  ...LOG,
  ...RESUMING,
  ...PLANNING,
  ...PROCEDURE,
};

/** The code of an `UpgradeError`. Records keep it as a plain string: they outlive versions. */
export type FailureCode = keyof typeof FAILURES;

/** The code of a finding of a check. */
export type FindingCode = keyof typeof CLUSTER_FINDINGS | keyof typeof NODE_FINDINGS;

/** Why a pod is still on its node. */
export type DrainCode = keyof typeof DRAIN_REASONS;

/** How a command that drives a run ends. */
export type EndingCode = keyof typeof ENDINGS;

/** Stands in the place of an API's code where the API gave none. */
export type NoAnswerCode = keyof typeof NO_ANSWERS;

/** Codes that belong together. */
export interface Topic {
  readonly title: string;
  readonly entries: Entries;
}

/** Every code that an operator can see, in the order of docs/codes.md. Loaded by `upgrade explain` alone; all others take its types. */
export const TOPICS: readonly Topic[] = [
  { title: 'How a run ends', entries: ENDINGS },
  { title: 'What was typed', entries: TYPED },
  { title: 'Reaching the cluster', entries: REACHING },
  { title: 'Any phase of a run', entries: RUNNING },
  { title: 'Findings: cluster and control plane', entries: CLUSTER_FINDINGS },
  { title: 'Findings: nodes, workloads, budgets', entries: NODE_FINDINGS },
  { title: 'Updates of the control plane and of add-ons', entries: UPDATES },
  { title: 'Node groups', entries: NODE_GROUPS },
  { title: 'Draining', entries: DRAIN },
  { title: 'Why a pod is still there', entries: DRAIN_REASONS },
  { title: 'Refused by AWS or Kubernetes', entries: REFUSALS },
  { title: 'No answer of AWS or Kubernetes', entries: NO_ANSWERS },
  { title: 'The log of a run', entries: LOG },
  { title: 'Finding and resuming a run', entries: RESUMING },
  { title: 'Dry runs and the twin', entries: PLANNING },
  { title: 'Defects of a procedure', entries: PROCEDURE },
];
