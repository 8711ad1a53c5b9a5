import { describeLeftovers } from '#steps/abort/describe-leftovers';
import { chooseAddons } from '#steps/addons/choose-addons';
import { updateAddon } from '#steps/addons/update-addon';
import { watchAddonUpdate } from '#steps/addons/watch-addon-update';
import { holdCluster } from '#steps/cluster/hold-cluster';
import { releaseCluster } from '#steps/cluster/release-cluster';
import { startControlPlaneUpdate } from '#steps/control-plane/start-control-plane-update';
import { watchApiServers } from '#steps/control-plane/watch-api-servers';
import { watchControlPlaneUpdate } from '#steps/control-plane/watch-control-plane-update';
import { chooseNode } from '#steps/drain/choose-node';
import { cordonNodes } from '#steps/drain/cordon-nodes';
import { drainNode } from '#steps/drain/drain-node';
import { freezeNodeGroup } from '#steps/drain/freeze-node-group';
import { surveyNode } from '#steps/drain/survey-node';
import { surveyNodeGroup } from '#steps/drain/survey-node-group';
import { taintWaitingNodes } from '#steps/drain/taint-waiting-nodes';
import { undoMarks } from '#steps/drain/undo-marks';
import { verifyEmpty } from '#steps/drain/verify-empty';
import { watchNodeGroupUpdate } from '#steps/drain/watch-node-group-update';
import { watchWorkloads } from '#steps/drain/watch-workloads';
import { createNodeGroup } from '#steps/new-nodes/create-node-group';
import { designNodeGroup } from '#steps/new-nodes/design-node-group';
import { watchNewNodes } from '#steps/new-nodes/watch-new-nodes';
import { watchNodeGroup } from '#steps/new-nodes/watch-node-group';
import { deleteNodeGroup } from '#steps/old-nodes/delete-node-group';
import { verifySurvivors } from '#steps/old-nodes/verify-survivors';
import { watchNodeGroupDeletion } from '#steps/old-nodes/watch-node-group-deletion';
import { checkCluster } from '#steps/preflight/check-cluster';
import { chooseNodeGroups } from '#steps/preflight/choose-node-groups';
import type { Steps } from '#steps/table';
import { verifyCluster } from '#steps/verify/verify-cluster';

/** Every step that the procedures name, bound; a missing one does not compile. */
export const STEPS: Steps = {
  'check-cluster': checkCluster,
  'choose-node-groups': chooseNodeGroups,
  'hold-cluster': holdCluster,
  'release-cluster': releaseCluster,
  'start-control-plane-update': startControlPlaneUpdate,
  'watch-control-plane-update': watchControlPlaneUpdate,
  'watch-api-servers': watchApiServers,
  'design-node-group': designNodeGroup,
  'create-node-group': createNodeGroup,
  'watch-node-group': watchNodeGroup,
  'watch-new-nodes': watchNewNodes,
  'taint-waiting-nodes': taintWaitingNodes,
  'survey-node-group': surveyNodeGroup,
  'freeze-node-group': freezeNodeGroup,
  'watch-node-group-update': watchNodeGroupUpdate,
  'cordon-nodes': cordonNodes,
  'choose-node': chooseNode,
  'survey-node': surveyNode,
  'drain-node': drainNode,
  'watch-workloads': watchWorkloads,
  'verify-empty': verifyEmpty,
  'delete-node-group': deleteNodeGroup,
  'watch-node-group-deletion': watchNodeGroupDeletion,
  'verify-survivors': verifySurvivors,
  'choose-addons': chooseAddons,
  'update-addon': updateAddon,
  'watch-addon-update': watchAddonUpdate,
  'verify-cluster': verifyCluster,
  'undo-marks': undoMarks,
  'describe-leftovers': describeLeftovers,
};
