import type { FailureCode } from '#errors/catalogue/catalogue';
import type { Failure } from '#errors/failure';
import { type Context, rotation } from './context.ts';

/** The waits that a limit of the runbook ends. */
export type Limit = 'node' | 'workloads' | 'freeze' | 'new-group' | 'add-on' | 'delete' | 'answer';

/** How long any step may go without an end when nothing else limits it, ms: throttled, refused by a proxy, not answered. */
export const UNANSWERED_MS = 60 * 60_000;

const CODE: FailureCode = 'LimitReached';

/** The failure when a limit has passed. The engine adds to the event what was waited for last; null where it does not know. */
export function limitReached(context: Context, limit: Limit, event: object): Failure {
  const { waitingFor } = event as { readonly waitingFor?: string | null };
  const waitedFor = waitingFor ? `; it waited for ${waitingFor}` : '';
  return {
    code: CODE,
    message: `${WHAT[limit](context)}, the limit of ${limit === 'answer' ? 'every step' : 'the runbook'}${waitedFor}`,
    hint: 'mend what it waited for, then: upgrade retry (the limit begins anew)',
    cause: null,
  };
}

const WHAT: Readonly<Record<Limit, (context: Context) => string>> = {
  node: ({ node, input: { limits } }) => `node ${node} is not empty after ${minutes(limits.nodeMs)}`,
  workloads: ({ node, input: { limits } }) =>
    `workloads that were on node ${node} are not ready again after ${minutes(limits.nodeMs)}`,
  freeze: (context) =>
    `node group ${groups(context)?.old} is not frozen at its size after ${minutes(context.input.limits.newGroupMs)}`,
  'new-group': (context) =>
    `node group ${groups(context)?.new} is not ready for pods after ${minutes(context.input.limits.newGroupMs)}`,
  'add-on': ({ addonRequests: [request], input: { limits } }) =>
    `add-on ${request?.addonName} is not at ${request?.addonVersion} after ${minutes(limits.addonMs)}`,
  delete: (context) =>
    `node group ${groups(context)?.old} is not gone ${minutes(context.input.limits.deleteMs)} after the delete`,
  answer: () => `the step has not ended after ${minutes(UNANSWERED_MS)}`,
};

const groups = (context: Context) => (context.rotations.length > 0 ? rotation({ context }) : undefined);

const minutes = (ms: number): string => (ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`);
