import type { FinalizeHandler, MiddlewareStack } from '@smithy/types';
import { notSent, sentInTime } from '#adapters/clock/sent-in-time';

interface Sent<In extends object, Out extends object> {
  readonly middlewareStack: MiddlewareStack<In, Out>;
}

/**
 * What to send for a change: the command, tried once. The SDK, which would send it again after a lost or refused answer,
 * does not know whether that is still right by then; whoever asked for the change looks first and asks again. The same when
 * the process was stopped before it could be sent.
 */
export function once<In extends object, Out extends object, Command>(
  command: Command & Sent<In, Out>,
): readonly [Command, { readonly abortSignal: AbortSignal }] {
  const tried = new AbortController();
  const mayBeSent = sentInTime();
  const tryOnce =
    (next: FinalizeHandler<In, Out>): FinalizeHandler<In, Out> =>
    async (request) => {
      try {
        if (!mayBeSent()) throw notSent();
        return await next(request);
      } catch (error) {
        // The SDK does not go on with what was called off; the error of the try is what it gives.
        tried.abort();
        throw error;
      }
    };
  command.middlewareStack.add(tryOnce, { step: 'finalizeRequest', priority: 'low', name: 'tryOnce' });
  return [command, { abortSignal: tried.signal }];
}
