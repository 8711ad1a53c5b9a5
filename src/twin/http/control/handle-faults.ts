import type { z } from 'zod';
import { whatSchema } from '../../scenario/happening-schema.ts';
import { type Incoming, json, parseJson, type Reply, toReply } from '../exchange.ts';
import type { ServedFaults } from '../served-twin.ts';

/** `POST mend`: nothing goes wrong from now on. */
export function mend(faults: ServedFaults, present: () => unknown): Reply {
  faults.mend();
  return json(200, present());
}

/** `POST happen`: lets happen what the body says, plain or as `{"what": …}`; 404 when there is nothing that it could happen to. */
export function happen(faults: ServedFaults, incoming: Incoming, present: () => unknown): ReturnType<typeof toReply> {
  const body = parseJson(incoming.text) as { readonly what?: unknown } | undefined;
  const what = whatSchema.safeParse(body?.what ?? body);
  if (!what.success)
    return json(400, { message: `wanted: what happens, as in faults.happenings: ${wordsOf(what.error)}` });
  const answer = faults.happen(what.data);
  return answer.status >= 400 ? toReply(answer) : json(200, { ...(present() as object), answer });
}

const wordsOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ');
