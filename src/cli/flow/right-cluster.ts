import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { Notify } from '#messages/message';
import type { Runbook } from '#runbook/runbook';
import type { OpenCluster, Reach } from '../../compose/composition.ts';
import type { Call } from '../command.ts';

/** Opens the cluster and refuses it when the hop does not start at its version. A control plane that is there already is fine: the nodes may follow. */
export async function openRightCluster(
  { composition }: Call,
  reach: Reach,
  { hop }: Runbook,
  notify: Notify,
): Promise<OpenCluster> {
  const open = await composition.openCluster(reach, notify);
  const { version, name } = open.cluster;
  if (version === hop.from || version === hop.to) return open;
  await open.close();
  throw new UpgradeError(
    'WrongStartVersion',
    `cluster ${name} is at ${version}; this hop goes from ${hop.from} to ${hop.to}. Nothing was changed`,
    {
      hint: `one minor version at a time: a hop that starts at ${version} is needed`,
      exit: EXIT.blocked,
    },
  );
}
