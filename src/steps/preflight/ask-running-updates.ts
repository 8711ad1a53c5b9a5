import type { RunningUpdate } from '#domain/preflight/facts';
import { type Answer, value } from '#ports/answer';
import type { Eks, Nodegroup, Update, UpdateOf } from '#ports/eks';
import { mapAnswers, thenAsk } from '../answer/map-answers.ts';
import { isAbsent } from '../answer/value-or-wait.ts';

/**
 * The updates in progress: of the cluster itself (whatever its status says: it lags behind), and of each group whose
 * status is UPDATING.
 */
export async function askRunningUpdates(
  eks: Eks,
  name: string,
  groups: readonly Nodegroup[],
): Promise<Answer<readonly RunningUpdate[]>> {
  const updating = groups.filter(({ status }) => status === 'UPDATING').map(({ nodegroupName }) => nodegroupName);
  const answer = await mapAnswers([null, ...updating], async (nodegroup) =>
    thenAsk(
      await askUpdatesInProgress(eks, nodegroup === null ? { name } : { name, nodegroupName: nodegroup }),
      (updates) => value(updates.map((update) => ({ nodegroup, update }))),
    ),
  );
  return thenAsk(answer, (lists) => value(lists.flat()));
}

/** The updates InProgress of the cluster, of one group, or of one add-on. */
export async function askUpdatesInProgress(eks: Eks, of: UpdateOf): Promise<Answer<readonly Update[]>> {
  return thenAsk(await askUpdates(eks, of), (updates) =>
    value(updates.filter(({ status }) => status === 'InProgress')),
  );
}

/** All updates that EKS lists of the cluster, of one group, or of one add-on. */
export async function askUpdates(eks: Eks, of: UpdateOf): Promise<Answer<readonly Update[]>> {
  return thenAsk(await eks.listUpdates(of), (ids) =>
    mapAnswers(ids, async (updateId) => listedOnly(await eks.describeUpdate({ ...of, updateId }), updateId)),
  );
}

/** A 404 of an update that the list has just named does not say that it is gone: EKS does not describe it yet. */
function listedOnly(answer: Answer<Update>, updateId: string): Answer<Update> {
  if (!isAbsent(answer) || answer.kind === 'value') return answer;
  const message = `DescribeUpdate does not know update ${updateId} yet, which ListUpdates names: ${answer.message}`;
  return { kind: 'unknown', code: answer.code, message };
}
