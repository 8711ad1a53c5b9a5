import type { CannotJudge } from './plan.ts';

/** What no model can know of a real cluster: part of every plan, so that nobody takes its figures for promises. */
export const CANNOT_JUDGE: readonly CannotJudge[] = [
  { what: 'durations', why: 'AWS promises none; these are those of the model' },
  {
    what: 'names of new nodes and pods, ids of updates',
    why: 'AWS and Kubernetes choose them; where the plan says one, it is made up',
  },
  { what: 'whether EC2 has the instances', why: 'capacity is known only when it is asked for' },
  {
    what: 'how applications take SIGTERM, and how long they take to start',
    why: 'the model lets each pod end and start in the same short time',
  },
  {
    what: 'patch versions',
    why: 'EKS chooses them; in a plan for a live cluster those of the target end in "predicted"',
  },
  {
    what: 'uses of removed APIs of kinds that the model does not keep',
    why: 'it keeps those of the packaged runbooks; the check of the run itself looks at the cluster',
  },
  { what: 'Jobs', why: 'they are not read: the model starts none of their pods again' },
  {
    what: 'admission webhooks, operators and autoscalers',
    why: 'the model has none; they may refuse, change or add things',
  },
  { what: 'what changes between the plan and the run', why: 'the checks are made again before each phase' },
];
