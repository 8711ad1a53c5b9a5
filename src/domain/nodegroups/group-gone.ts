import { UpgradeError } from '#errors/upgrade-error';

interface Group {
  readonly clusterName: string;
  readonly nodegroupName: string;
}

/** The error when somebody deletes an old group before the run does: `how` in words, `it is DELETING`. */
export function groupGone({ clusterName, nodegroupName }: Group, how: string): UpgradeError {
  return new UpgradeError(
    'NodeGroupGone',
    `node group ${nodegroupName} of cluster ${clusterName}, which this run is replacing, is being deleted by somebody else: ${how}`,
    {
      hint: `its nodes end without regard to disruption budgets: kubectl get nodes,pods -A -o wide; then give this run up (upgrade abort) and begin a new one for what is left`,
    },
  );
}
