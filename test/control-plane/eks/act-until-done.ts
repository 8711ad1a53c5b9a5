import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, Connection } from '#adapters/kubernetes/connection';

/** An API server may be away for a while: so long a change is tried again, ms. */
const PATIENCE = 180_000;
const PAUSE = 250;

/** Makes a change of EKS's own, again and again until the API server has answered it. A missing object is no failure. */
export async function actUntilDone(connection: Connection, call: Call): Promise<void> {
  const began = Date.now();
  for (;;) {
    const answer = await connection.call(call);
    if (answer.kind === 'value' || (answer.kind === 'refused' && answer.status === 404)) return;
    const words = `${call.method} ${call.path}: ${answer.kind} ${answer.code} ${answer.message}`;
    const isFinal = answer.kind === 'refused' && answer.status < 500 && ![401, 403, 409, 429].includes(answer.status);
    if (isFinal || Date.now() - began > PATIENCE) throw new TypeError(words);
    await sleep(PAUSE);
  }
}
