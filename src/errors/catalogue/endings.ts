import type { Entry } from './entry.ts';

/** How a command that drives a run ends; `ending` in the JSON of `run-ended`. */
export const ENDINGS = {
  finished: {
    title: 'the run is finished (exit 0)',
    means: 'Everything is at the target, verified, and the Lease is given back.',
    state: 'Control plane, nodes and the add-ons of the runbook are at the target version.',
    todo: 'Nothing. The report says what is left to others, such as nodes that this run does not rotate.',
  },
  parked: {
    title: 'the run is stopped by a failure or a limit and waits for you (exit 1)',
    means:
      'A step failed, a limit passed, or a check blocks. Nothing more is done until somebody decides; nothing is forced.',
    state: 'The line "cluster" of the last words says it for the phase; `upgrade status` says it again.',
    todo: 'Mend the cause, then `upgrade retry`; `upgrade skip` where it is offered; `upgrade abort` to give up. Each followed by `upgrade resume` if no runner is alive.',
  },
  blocked: {
    title: 'the run is blocked before any change (exit 3)',
    means: 'The checks at the start found something that stops the run, or the cluster could not be read.',
    state: 'Nothing was changed, not even the Lease.',
    todo: 'Mend what is named and begin a new run; or accept a finding by name: `--accept CODE=object`.',
  },
  gate: {
    title: 'the run waits for an approval (exit 4)',
    means:
      'Before the control plane, and before the old nodes are deleted, a person decides. Without a terminal the command ends here.',
    state:
      'Before the first gate nothing was changed; before the second all pods run on new nodes, and the old groups are empty and still there.',
    todo: '`upgrade approve <gate>` and `upgrade resume`, or `upgrade resume --approve <gate>`.',
  },
  paused: {
    title: 'the run is paused (exit 4)',
    means:
      'Asked for by `upgrade pause` or Ctrl-C, or by the runner itself when credentials are no longer accepted. The step at hand was brought to a safe point.',
    state: 'EKS goes on with what was started; nothing new is begun.',
    todo: '`upgrade resume`, here or elsewhere.',
  },
  stopped: {
    title: 'the runner could not go on, and could not record why (exit 1)',
    means:
      'Mostly the place of the log: a full disk, a right that is gone, an entry that is damaged. What cannot be recorded is not done. The log ends with the last record that was written; an act may have been done after it, and is looked for before anything else by the next resume.',
    state: 'EKS goes on with what was started; nothing new is begun.',
    todo: 'Mend what the message names, then `upgrade resume`.',
  },
  held: {
    title: 'another run holds the cluster (exit 5)',
    means: 'The Lease was taken by another run between the start of this one and its first change.',
    state: 'This run changed nothing.',
    todo: 'The report names the other run and its log: `upgrade status <its log>`.',
  },
  superseded: {
    title: 'another runner has taken over this run (exit 5)',
    means:
      'The record after ours was written by somebody else: a resume with `--take-over`, usually while this runner was cut off.',
    state: 'The other runner goes on. This one issues nothing more.',
    todo: '`upgrade status` shows who drives it now.',
  },
  aborted: {
    title: 'the run was given up by the operator (exit 6)',
    means:
      'What is ours and harmless was given back: cordons, taints, marks, sizes, the Lease. Nothing is ever deleted by an abort.',
    state: 'What stays changed is listed in the report: the version of the control plane, new node groups.',
    todo: 'Each line of the report says what to do about it.',
  },
} satisfies Readonly<Record<string, Entry>>;
