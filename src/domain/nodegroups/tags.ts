/** Tag of each AWS resource that a run creates: its run id. */
export const RUN_TAG = 'eks-upgrade-runbook/run';

/** Tag of a new node group: the name of the group whose place it takes. */
export const REPLACES_TAG = 'eks-upgrade-runbook/replaces';
