import { type Entry, UNTOUCHED } from './entry.ts';

const STANDS = 'The cluster stands where the run left it; the log is untouched.';
const OLD_VERSION = 'Resume with the version of upgrade that wrote the last record; it is named below the message.';

/** Finding a run and going on with it. A resume refuses rather than guesses. */
export const RESUMING = {
  NoRun: {
    title: 'there is no run in the state folder',
    means: 'No run was named, and the folder holds none (for the cluster given, if one was).',
    state: UNTOUCHED,
    todo: 'Name the place: `--state <folder>`, or the path of the folder of the run. With `--cluster <name>` the cluster is asked which run holds it.',
  },
  NoSuchRun: {
    title: 'there is no run of this id in the state folder',
    means: 'The id that was typed is none of the runs there; the last ones are named.',
    state: UNTOUCHED,
    todo: 'Type one of those ids, or `--state <folder>`.',
  },
  SeveralRuns: {
    title: 'several runs are open: which one?',
    means: 'No run was named, and more than one in the state folder has not ended.',
    state: UNTOUCHED,
    todo: 'Name one of those in the message, or add `--cluster <name>`.',
  },
  EmptyRun: {
    title: 'the run has no record',
    means: 'Its folder was made, but the runner stopped before the first record: nothing had begun.',
    state: 'Nothing was changed by this run.',
    todo: 'Start a new one with `upgrade run`; the empty folder may be deleted.',
  },
  RunHeld: {
    title: 'another runner drives this run',
    means:
      'The log shows a runner that is alive, or that has not been silent for 60 s, or that was faster at this moment. On this machine a dead process is seen at once; on another one only its silence.',
    state: 'This command changed nothing; the other runner goes on.',
    todo: '`upgrade status` shows it. `upgrade pause` asks it to stop; if it is gone for good: `upgrade resume --take-over`.',
  },
  LogLeftBehind: {
    title: 'another copy of the log has gone on with the run',
    means:
      'Each runner marks the Lease in the cluster with its place in the log. The mark there is of a record that this log does not have: the folder was copied, and the copy was used. Two logs of one run would each do what the other has undone.',
    state: 'This command changed nothing; the other copy may have gone on, or have ended the run.',
    todo: 'Go on with the other copy (`kubectl get lease eks-upgrade-runbook -n kube-system -o yaml` shows who marked it), and put this one away. A log is moved, never copied.',
  },
  LeaseMissing: {
    title: 'the cluster is not held for this run any more',
    means:
      'The Lease kube-system/eks-upgrade-runbook is held by nobody or gone although the run has not ended here: a copy of this log has ended it, or somebody deleted the Lease. Another run may have been there meanwhile.',
    state: STANDS,
    todo: 'Find out who deleted it. If no copy of this log has gone on: `upgrade resume --take-over --now` takes the cluster again.',
  },
  RunNotClaimed: {
    title: 'the run was driven without being claimed',
    means: 'The last record belongs to another runner. A defect of upgrade: every resume claims the run first.',
    state: STANDS,
    todo: '`upgrade resume`; report it if it comes again.',
  },
  ChainBroken: {
    title: 'the log has a gap or was changed',
    means:
      'Each record holds the hash of the one before; from the record named on this does not hold. What the log says cannot be relied on.',
    state: STANDS,
    todo: 'Restore the folder of the run from a backup. Without one: look at the cluster by hand, then begin a new run; it adopts what is under way.',
  },
  TargetDiffers: {
    title: 'this is not the cluster of the run',
    means:
      'Name, ARN, time of creation, endpoint, account or region differ from those in the first record. A cluster that was deleted and made again under its old name is another one.',
    state: STANDS,
    todo: 'Check `--profile`, `--region`, `--cluster`: `aws sts get-caller-identity`. If the cluster was replaced, the run has no object any more: begin a new one.',
  },
  ProcedureDiffers: {
    title: 'this version does not have the procedure of the run',
    means:
      'The run follows a procedure, in a version, that this version of upgrade does not know or no longer accepts.',
    state: STANDS,
    todo: OLD_VERSION,
  },
  RunBroken: {
    title: 'the last record ends in an error',
    means: 'The procedure itself failed when this record was made. This version never writes such a record.',
    state: STANDS,
    todo: OLD_VERSION,
  },
  StateUnknown: {
    title: 'the state of the run does not exist in this version',
    means: 'The run stands in, or would return to, a state that the procedure no longer has.',
    state: STANDS,
    todo: OLD_VERSION,
  },
  ContextMisfit: {
    title: 'what the run remembers does not fit this version',
    means: 'The memory in the last record lacks a field, or has one of another kind; it is named.',
    state: STANDS,
    todo: OLD_VERSION,
  },
  StepUnknown: {
    title: 'the pending step does not exist in this version',
    means:
      'The step that was under way is gone from the state or from the tool, or the state has one now that the run never began.',
    state: STANDS,
    todo: OLD_VERSION,
  },
  TimerUnknown: {
    title: 'a pending timer does not exist in this version',
    means: 'The run waits for an instant that the procedure would no longer react to: it would stand still for ever.',
    state: STANDS,
    todo: OLD_VERSION,
  },
} satisfies Readonly<Record<string, Entry>>;
