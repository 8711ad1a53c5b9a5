import { type Again, again, type Slice } from '../step.ts';

/** Not settled yet: what is waited for (a noun phrase), what would end it (a clause), and why it is not there yet. */
export function waitFor(slice: Slice, what: string, endsWhen: string, because?: string): Again {
  return again({ what: because === undefined ? what : `${what} (${because})`, since: slice.scheduledAt, endsWhen });
}
