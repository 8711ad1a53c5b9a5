import { replacementReady } from '#domain/preflight/replacement-ready';
import { checksBlock } from '#errors/checks-block';
import { UpgradeError } from '#errors/upgrade-error';
import type { Looked } from '../answer/value-or-wait.ts';
import { checkCluster } from '../preflight/check-cluster.ts';
import type { Slice, StepPorts } from '../step.ts';
import type { InputOf } from '../table.ts';

/**
 * What takes the place of a group that is about to be deleted is ready, as the check says that the runbook asks for. The
 * check before the phase may be old by now: the groups before this one took minutes, and requests may go unanswered.
 */
export async function seeReplaced(
  { group, ...input }: InputOf<'delete-node-group'>,
  ports: StepPorts,
  slice: Slice,
): Promise<Looked<'replaced'>> {
  const checks = input.checks.filter((it) => it === replacementReady.name);
  const checked = await checkCluster.run({ ...input, checks }, ports, slice);
  if (checked.kind === 'again') return { kind: 'wait', reason: checked.waitingFor.what };
  if (!checked.output.blocked) return { kind: 'value', value: 'replaced' };
  const { message, hint } = checksBlock(checked.output.findings);
  throw new UpgradeError('ChecksBlock', `group ${group} is not deleted: ${message}`, hint === null ? {} : { hint });
}
