import type { WireAnswer } from '../api/answer.ts';
import type { TwinFace } from '../api/face.ts';
import type { World } from '../model/world.ts';
import type { What } from '../scenario/happening-schema.ts';
import { callBySomebody } from './call-by-somebody.ts';
import { setReadiness } from './node-readiness.ts';
import { setState } from './set-state.ts';

/** Lets something happen to the cluster; `others` is the face that somebody else calls. 404: there is nothing to happen to. */
export function happen(world: World, others: TwinFace, what: What): WireAnswer {
  if ('call' in what) return callBySomebody(world, others, what);
  return 'set' in what ? setState(world, what.set) : setReadiness(world, what.node);
}
