import { type Entry, UNTOUCHED } from './entry.ts';

const STANDS = 'The cluster stands as the last whole record says; nothing more is done to it.';

/** The log of a run on disk. */
export const LOG = {
  LogNotWritable: {
    title: 'the log of the run cannot be written',
    means:
      'No permission, no space, no quota, a read-only or unfit file system (the log needs hard links). The words of the system and the path are in the message. The log is written before each act, so nothing happens unrecorded.',
    state: STANDS,
    todo: 'Make room or give the right (`df -h <folder>`, `ls -ld <folder>`), then `upgrade resume`; nothing is lost. A new run: name another folder with `--state`. A run that has begun keeps its folder: mend it, or move the state folder as a whole and name it there.',
  },
  LogUnreadable: {
    title: 'a part of the log is there and cannot be read',
    means:
      'No permission, a folder in the place of a file, or a disk that fails. The path and the words of the system are in the message.',
    state: STANDS,
    todo: 'Give the right, or restore the file from a copy (`ls -la <path>`); then type the command again. Other runs in the same state folder are not touched by it.',
  },
  LogUncertain: {
    title: 'it is not known whether the log was written',
    means:
      'A network file system gave no answer to a write, three times, and the entry cannot be seen. Rather than act unrecorded, the runner stops.',
    state: STANDS,
    todo: 'When the file system answers again: `upgrade resume`.',
  },
  LogLost: {
    title: 'the log of the run is not where it was',
    means:
      'The folder was deleted or moved while the run was under way: its last record, or the folder itself, is not there. A log that went on without its beginning could not be resumed, so none is begun in its place.',
    state: 'EKS goes on with what was started; from the next act or record on nothing more is done.',
    todo: 'Put the folder back, or name with `--state` where it was moved to, then `upgrade resume`. If it is lost for good, the cluster is taken by the next run: `upgrade run … --accept CLUSTER_HELD=<id of the run>`.',
  },
  LogElsewhere: {
    title: 'the log of the run is not on this machine',
    means: 'The Lease in the cluster names the run and the folder of its log; that folder is not here.',
    state: UNTOUCHED,
    todo: 'Work where the log is, or move the folder here with its parents (<account>/<region>/<cluster>/<run>) and name the topmost with `--state`.',
  },
  NameUnfit: {
    title: 'a name cannot be a folder below the state folder',
    means: 'Account, region, cluster or run id hold characters that could lead out of the state folder.',
    state: UNTOUCHED,
    todo: 'Check `--cluster` and `--region`.',
  },
  RecordMissing: {
    title: 'the first record of the run is missing',
    means:
      'The file records/00000000.json is not there or has no header. It says which cluster the run is about and holds its runbook; without it nothing can go on.',
    state: STANDS,
    todo: 'Restore the file from a backup of the folder. If there is none, what the run made is tagged with its id: `aws eks describe-nodegroup …`, and `kubectl get lease eks-upgrade-runbook -n kube-system`.',
  },
  RecordTorn: {
    title: 'an entry of the log is empty, cut off or not JSON',
    means:
      'This tool writes whole files only, so a disk, a copy or a person damaged it. The entry is named; nothing was done on it.',
    state: STANDS,
    todo: 'Restore the file. If it is the last one it may be moved away: the run goes on from the entry before it, and each step looks before it acts.',
  },
  RecordChanged: {
    title: 'an entry of the log is not as it was written',
    means:
      'Each entry ends with the SHA-256 of its own content, and this one does not fit it: a disk, a copy or a person changed it. What it says cannot be relied on.',
    state: STANDS,
    todo: 'Restore the file. If it is the last one it may be moved away: the run goes on from the entry before it, and each step looks before it acts.',
  },
  RecordForeign: {
    title: 'an entry of the log belongs somewhere else',
    means: "Its number or its format is not what its name says: a file of another run, or another program's.",
    state: STANDS,
    todo: 'Put the original file back.',
  },
  RecordFormatNewer: {
    title: 'the log was written by a newer version',
    means:
      'The entry has a format that this version does not know. The version that wrote it is in the message; the log is left untouched.',
    state: STANDS,
    todo: 'Go on with that version: `upgrade --version` shows this one.',
  },
  RecordTooLarge: {
    title: 'a record would be larger than 64 KiB',
    means:
      'Records hold ids and the batch at hand, never lists of pods. What a step found is more than that; it was not recorded, and the run parks at that step.',
    state: STANDS,
    todo: 'A limit of upgrade: report it with the message. `upgrade retry` after the cluster holds less of what is named, or `upgrade abort`.',
  },
  RunnerNoteUnreadable: {
    title: 'runner.json is not JSON',
    means:
      'The last sign of life of the runner is damaged. It is not part of the log proper; nothing rests on it but the question who may take over when.',
    state: STANDS,
    todo: 'Delete the file that the message names, and type the command again.',
  },
} satisfies Readonly<Record<string, Entry>>;
