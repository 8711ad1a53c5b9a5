import type { RunningUpdate } from '#domain/preflight/facts';
import { type Answer, value } from '#ports/answer';
import type { Eks, Nodegroup, Update, UpdateOf } from '#ports/eks';
import { mapAnswers, thenAsk } from '../answer/map-answers.ts';

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
  const answer = await thenAsk(await eks.listUpdates(of), (ids) =>
    mapAnswers(ids, (updateId) => eks.describeUpdate({ ...of, updateId })),
  );
  return thenAsk(answer, (updates) => value(updates.filter(({ status }) => status === 'InProgress')));
}
