import { ANSWERS } from '../../kill/killed.ts';
import { type Hop, quickRunbook } from '../hop.ts';
import { kubectl } from '../kubectl.ts';
import { onStage } from '../on-stage.ts';
import type { RealCase } from '../real-case.ts';
import type { Stage } from '../stage.ts';

/** Exit code of a run that was blocked before any change. */
const BLOCKED = 3;
/** What kubectl calls itself in the managed fields of what it creates. */
const WRITER = 'kubectl-create';
const WRITTEN_AS = 'storage.k8s.io/v1beta1';

/** Somebody still writes objects by an API that the next version no longer serves. */
export const removedApiInUse: RealCase = {
  name: 'an object that is written by a removed API blocks the run with REMOVED_API_IN_USE and its writer',
  isShort: true,
  isFor: ({ from }) => from === '1.36',
  play: (hop, say) => onStage(hop, (stage) => blocked(stage, hop, say)),
};

async function blocked(stage: Stage, hop: Hop, say: (text: string) => void): Promise<readonly string[]> {
  const created = await kubectl(stage.cluster, ['create', '-f', '-'], JSON.stringify(CLASS));
  const run = await stage.types(['run', await quickRunbook(hop, stage.folder), ...ANSWERS]).outcome;
  const text = `${run.stdout}${run.stderr}`;
  say(`${created}\n${text}`);
  const isNamed =
    /REMOVED_API_IN_USE/.test(text) && text.includes('VolumeAttributesClass/fast') && text.includes(`by ${WRITER}`);
  return [
    ...(created.includes('created') ? [] : [created]),
    ...(run.exitCode === BLOCKED && isNamed ? [] : [`upgrade run ended with ${run.exitCode}: ${text}`]),
    ...(stage.eks.journal.writes().length === 0 ? [] : ['something was changed']),
  ];
}

const CLASS = {
  apiVersion: WRITTEN_AS,
  kind: 'VolumeAttributesClass',
  metadata: { name: 'fast' },
  driverName: 'ebs.csi.aws.com',
  parameters: { iops: '4000' },
};
