import type { Handle } from './exchange.ts';

/**
 * Numbers every request to AWS and to Kubernetes, from 1, in the order of arrival over both servers.
 * The one place where a numbered request can be held before or after it is performed.
 */
export function numberedRequests(around: AroundRequest = perform): (handle: Handle) => Handle {
  let count = 0;
  return (handle) => (incoming) => {
    count += 1;
    return around(count, async () => handle(incoming));
  };
}

/** Called for each request; waits before or after `act` to hold it. */
export type AroundRequest = <T>(number: number, act: () => Promise<T>) => Promise<T>;

const perform: AroundRequest = (_number, act) => act();
