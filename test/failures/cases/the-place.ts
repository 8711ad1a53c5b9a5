import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { heldAt } from '../../kill/killed.ts';
import { bytes, damaged, diskFullAt, hasEnded, pausedInTheDrain, putBack, sealedAnew } from '../../place/place-acts.ts';
import { resume, run } from '../acts.ts';
import type { Act, Done, FailureCase } from '../failure-case.ts';

const topic = 'The place where it runs';
const NO_ROOM = 'ENOSPC: no space left on device, write';

const letGo: Done = {
  told: 'with room again, the runner goes on to its end',
  does: async (stage) => {
    await stage.control('POST', 'release');
    await hasEnded(stage);
  },
};

/** A disk that has no room for one entry, and then has room again. */
const fullAt = (name: string, goesWrong: string, entry: string): FailureCase => ({
  name,
  topic,
  goesWrong,
  happens: 'the runner stops and says how the cluster stands; with room, resume goes on and does nothing twice',
  script: [
    { ...run({ exit: 1, code: 'LogNotWritable', says: [NO_ROOM, 'next', 'upgrade resume'] }), env: diskFullAt(entry) },
    { types: ['status'], exit: 0, says: ['stopped: no runner is alive; nothing is lost'] },
    {
      ...resume({ exit: 2, code: 'LogNotWritable', says: [NO_ROOM, 'then: upgrade resume'] }),
      env: diskFullAt('records'),
    },
    resume(),
  ],
});

interface Damage {
  readonly name: string;
  readonly goesWrong: string;
  readonly what: Done;
  readonly code: string;
  readonly says: readonly string[];
  /** `status` does not need what is damaged. */
  readonly isRead?: false;
}

/** A log that is damaged, and then put back as it was. */
const damage = ({ name, goesWrong, what, code, says, isRead }: Damage): FailureCase => ({
  name,
  topic,
  goesWrong,
  happens:
    'status and resume name the file and what is wrong with it and touch nothing; with the file put back, resume goes on',
  script: [
    pausedInTheDrain,
    what,
    isRead === false ? { types: ['status'], exit: 0 } : { types: ['status'], exit: 2, code, says },
    resume({ exit: 2, code, says }),
    putBack,
    resume(),
  ],
});

const refusesToBegin: readonly Act[] = [run({ exit: 2, code: 'LogNotWritable' })];

/** Failures of the machine's disk and of the log on it. */
export const thePlace: readonly FailureCase[] = [
  {
    name: 'state-folder-is-a-file',
    topic,
    goesWrong: 'The state folder is a file',
    happens: 'no run begins, nothing is changed',
    script: [
      { told: 'a file is in its place', does: async ({ state }) => writeFileSync(state, '', { mode: 0o600 }) },
      ...refusesToBegin,
      { told: 'the file is removed', does: async ({ state }) => rmSync(state) },
      run({ exit: 0 }),
    ],
  },
  {
    name: 'disk-full-at-the-start',
    topic,
    goesWrong: 'The disk is full when a run is to begin',
    happens: 'no run begins, nothing is changed, no trace is left',
    script: [
      {
        ...run({ exit: 2, code: 'LogNotWritable', says: [NO_ROOM, 'make room on this disk, or name another folder'] }),
        env: diskFullAt('/\\.[0-9a-f-]+\\.tmp$'),
      },
      run({ exit: 0 }),
    ],
  },
  fullAt(
    'disk-full-after-an-act',
    'The disk becomes full between the start of the control plane and its record',
    '/\\.00000006\\.json',
  ),
  fullAt('disk-full-in-the-drain', 'The disk becomes full in the drain', '/\\.00000019\\.json'),
  {
    name: 'disk-full-at-a-pause',
    topic,
    goesWrong: 'Somebody types pause and the disk is full',
    happens: 'exits 2 and says that nothing was done; the runner goes on',
    script: [
      {
        told: 'a runner is at work in the drain',
        does: async (stage) => void (await heldAt(stage, { mutating: 7, when: 'before' })),
      },
      {
        types: ['pause'],
        exit: 2,
        code: 'LogNotWritable',
        says: [NO_ROOM, 'Nothing was done'],
        env: diskFullAt('control'),
      },
      letGo,
    ],
  },
  damage({
    name: 'record-cut',
    goesWrong: 'The last record is cut off',
    what: damaged(
      'the last record is cut in half',
      'records',
      bytes((it) => it.subarray(0, it.length / 2)),
    ),
    code: 'RecordTorn',
    says: ['is cut off or not JSON', 'records/00000019.json'],
  }),
  damage({
    name: 'record-emptied',
    goesWrong: 'The last record is emptied',
    what: damaged(
      'the last record is emptied',
      'records',
      bytes(() => Buffer.alloc(0)),
    ),
    code: 'RecordTorn',
    says: ['is empty'],
  }),
  damage({
    name: 'record-flipped',
    goesWrong: 'One bit of the last record is flipped',
    what: damaged(
      'a bit of the last record is flipped',
      'records',
      bytes((it) => Buffer.from(it.toString().replace('"format":1', '"format":3'))),
    ),
    code: 'RecordChanged',
    says: ['is not as it was written'],
  }),
  damage({
    name: 'record-of-a-newer-format',
    goesWrong: 'The last record is of a future format',
    what: damaged('a future version has written the last record', 'records', sealedAnew({ format: 2, tool: '9.0.0' })),
    code: 'RecordFormatNewer',
    says: ['has format 2; this version reads format 1', 'go on with version 9.0.0'],
  }),
  damage({
    name: 'record-of-another-run',
    goesWrong: 'The last record is of another run',
    what: damaged('the last record is that of another run', 'records', sealedAnew({ run: '20200101-000000-0000' })),
    code: 'RecordForeign',
    says: ['is of another run'],
  }),
  damage({
    name: 'record-missing',
    goesWrong: 'A record in the middle is missing',
    what: damaged('a record is removed', 'records/00000007.json', (file) => rmSync(file)),
    code: 'ChainBroken',
    says: ['record 7 (records/00000007.json): the entry is missing'],
    isRead: false,
  }),
  damage({
    name: 'procedure-not-accepted',
    goesWrong: 'The run follows a version of the procedure that is no longer accepted',
    what: damaged(
      'another version of the procedure has written the last record',
      'records',
      sealedAnew({ procedure: 'blue-green@99', tool: '9.0.0' }),
    ),
    code: 'ProcedureDiffers',
    says: ['blue-green@99', 'go on with version 9.0.0'],
    isRead: false,
  }),
  damage({
    name: 'request-flipped',
    goesWrong: 'A bit of a request that was taken is flipped',
    what: damaged(
      'a bit of the last control entry is flipped',
      'control',
      bytes((it) => Buffer.from(it.toString().replace('"verb":"pause"', '"verb":"qause"'))),
    ),
    code: 'ChainBroken',
    says: ['control/00000001.json'],
    isRead: false,
  }),
  damage({
    name: 'record-is-a-folder',
    goesWrong: 'A folder is in the place of the last record',
    what: damaged('a folder is put in its place', 'records', (file) => {
      rmSync(file);
      mkdirSync(file);
    }),
    code: 'LogUnreadable',
    says: ['EISDIR', 'put the original file back'],
  }),
  {
    name: 'half-a-file-left-behind',
    topic,
    goesWrong: 'A crash in the middle of a write leaves half a file behind',
    happens: 'it is no entry: resume goes on as if it were not there',
    script: [
      pausedInTheDrain,
      damaged('half of the next record is there under its temporary name', 'records', (file) =>
        writeFileSync(file.replace('00000019.json', '.00000020.json.0b9e5b5e.tmp'), '{"format":1,"se', { mode: 0o600 }),
      ),
      { types: ['status'], exit: 0 },
      resume(),
    ],
  },
];
