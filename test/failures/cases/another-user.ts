import { chownSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { execa } from 'execa';
import { through, whyNobodyElse } from '../../place/through.ts';
import { run } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';

/** A number that the system has no name and no home for. */
const NOBODY = 54_321;
const asNobody = through(`exec setpriv --reuid ${NOBODY} --clear-groups "$@"`);

/** What a user without special rights meets; root is refused nothing. */
export const anotherUser: readonly FailureCase[] = [
  {
    name: 'folder-not-writable',
    topic: 'The place where it runs',
    goesWrong: 'The state folder cannot be written by the user who types',
    happens: 'no run begins, nothing is changed; the words of the system name the folder',
    unplayable: whyNobodyElse,
    script: [
      {
        told: 'the state folder belongs to somebody else',
        does: async ({ folder, state, twin }) => {
          await execa('chown', ['-R', String(NOBODY), folder, dirname(twin.kubeconfig)]);
          mkdirSync(state, { mode: 0o755 });
        },
      },
      { ...run({ exit: 2, code: 'LogNotWritable', says: ['EACCES: permission denied'] }), ...asNobody },
      { told: 'it is given to the user', does: async ({ state }) => chownSync(state, NOBODY, -1) },
      { ...run({ exit: 0 }), ...asNobody },
    ],
  },
];
