import type { FailureCase } from '../failure-case.ts';
import { abortCases } from './abort.ts';
import { addons } from './addons.ts';
import { anotherUser } from './another-user.ts';
import { answers } from './answers.ts';
import { clock } from './clock.ts';
import { controlPlane } from './control-plane.ts';
import { credentials } from './credentials.ts';
import { drain } from './drain.ts';
import { interrupts } from './interrupts.ts';
import { nodeGroups } from './node-groups.ts';
import { people } from './people.ts';
import { somebodyElse } from './somebody-else.ts';
import { thePlace } from './the-place.ts';

export { undisturbed } from './undisturbed.ts';

/** All failures, in the order of docs/failures.md within their topics. */
export const CASES: readonly FailureCase[] = [
  ...controlPlane,
  ...nodeGroups,
  ...drain,
  ...addons,
  ...answers,
  ...credentials,
  ...somebodyElse,
  ...thePlace,
  ...interrupts,
  ...anotherUser,
  ...clock,
  ...people,
  ...abortCases,
];
