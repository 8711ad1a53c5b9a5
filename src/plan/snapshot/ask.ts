import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { Answer } from '#ports/answer';

/** The value of an answer; without one there is no snapshot, and `what` says which question was not answered. */
export async function ask<T>(what: string, answer: Promise<Answer<T>>): Promise<T> {
  const it = await answer;
  if (it.kind === 'value') return it.value;
  throw unanswered(what, it);
}

/** The same for what may be missing: null when the answer is 404. An unreadable answer is never taken for a missing object. */
export async function askIfThere<T>(what: string, answer: Promise<Answer<T>>): Promise<T | null> {
  const it = await answer;
  if (it.kind === 'value') return it.value;
  if (it.kind === 'refused' && it.status === 404) return null;
  throw unanswered(what, it);
}

function unanswered(what: string, it: Exclude<Answer<unknown>, { readonly kind: 'value' }>): UpgradeError {
  const status = it.kind === 'refused' ? ` ${it.status}` : '';
  return new UpgradeError('SnapshotIncomplete', `${what} could not be read:${status} ${it.code} ${it.message}`.trim(), {
    exit: EXIT.blocked,
    hint: 'a plan needs to read the cluster, its node groups, add-ons and subnets, and its nodes, pods, workloads, budgets and volumes',
  });
}
