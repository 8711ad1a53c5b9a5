import { run } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';

/** The run in which nothing goes wrong: what it prints is left out of the golden files of the failures. */
export const undisturbed: FailureCase = {
  name: 'undisturbed',
  topic: 'The control plane',
  goesWrong: 'Nothing',
  happens: 'The run is finished',
  script: [run({ exit: 0 })],
};
