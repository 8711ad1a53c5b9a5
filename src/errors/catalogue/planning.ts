import { type Entry, UNTOUCHED } from './entry.ts';

/** Dry runs and the twin. */
export const PLANNING = {
  SnapshotIncomplete: {
    title: 'the cluster could not be read as a whole',
    means:
      "A plan is made from everything that the run would look at. One of these questions was not answered; which, and the API's words, are in the message.",
    state: UNTOUCHED,
    todo: 'Grant the read, or reach the API, then plan again. A plan needs no right to change anything.',
  },
  PlanStuck: {
    title: 'the dry run would wait for ever',
    means:
      'In the model nothing is under way that could end what the last step waits for: the real run would reach its limit and park there.',
    state: UNTOUCHED,
    todo: 'Mend what it waits for (often a disruption budget or a pod that finds no node), then plan again.',
  },
  PlanSuperseded: {
    title: 'the log of the plan had two writers',
    means: 'A dry run keeps its log in memory, alone; this cannot happen but by a defect of upgrade.',
    state: UNTOUCHED,
    todo: 'Plan again; report it.',
  },
  EndsBlocked: {
    title: 'the run would end as blocked',
    means: 'The dry run ended before any change without naming a failure.',
    state: UNTOUCHED,
    todo: 'Look at the findings of the plan.',
  },
  EndsHeld: {
    title: 'the run would find the cluster held by another run',
    means: 'The snapshot holds the Lease kube-system/eks-upgrade-runbook of another run.',
    state: UNTOUCHED,
    todo: 'Go on with that run, or wait for its end: `upgrade status --cluster <name>`.',
  },
  EndsPaused: {
    title: 'the run would pause on the way',
    means: 'In the dry run a step found credentials that are not accepted; the reason is in the message.',
    state: UNTOUCHED,
    todo: 'Mend the reason, then plan again.',
  },
  EndsAborted: {
    title: 'the run would end as aborted',
    means: 'The dry run ended in an abort, which nobody asked for: a defect of the procedure.',
    state: UNTOUCHED,
    todo: 'Report it with the plan.',
  },
  TwinRestless: {
    title: 'the model cluster never comes to rest',
    means: 'Two objects of the scenario undo each other without end, for example two workloads with the same selector.',
    state: UNTOUCHED,
    todo: 'Look at owners and selectors in the scenario.',
  },
  TwinUnreachable: {
    title: 'the served twin does not tell its time',
    means: 'A runner that follows model time has lost the twin: it ended, or its address is wrong.',
    state: UNTOUCHED,
    todo: 'Start `upgrade twin serve` again.',
  },
} satisfies Readonly<Record<string, Entry>>;
