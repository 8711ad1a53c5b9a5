import { canonical } from '../../controllers/template.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import type { Request } from './paging.ts';
import { type About, invalidParameter } from './refusals.ts';

/**
 * The same `clientRequestToken` gives what it gave the first time, `again`; with other parameters it is refused.
 * `first` gives the answer and the id under which the result is found again.
 */
export function once(
  world: World,
  operation: string,
  request: Request,
  about: About,
  first: () => { readonly answer: WireAnswer; readonly result?: string },
  again: (result: string) => WireAnswer,
): WireAnswer {
  const { clientRequestToken, ...rest } = request;
  if (typeof clientRequestToken !== 'string') return first().answer;
  const key = `${operation} ${clientRequestToken}`;
  const used = world.eks.tokens.get(key);
  if (used?.request === canonical(rest)) return again(used.result);
  if (used) return invalidParameter('The clientRequestToken was used before with other parameters.', about);
  const { answer, result } = first();
  if (result !== undefined) world.eks.tokens.set(key, { request: canonical(rest), result });
  return answer;
}
