import { type Entry, RETRY } from './entry.ts';

const OLD_SERVES = 'The old node group serves as before; nothing was drained from it.';

/** Making the new node groups, freezing and deleting the old ones. */
export const NODE_GROUPS = {
  NodeGroupUnknown: {
    title: '--new-group names a node group that is not rotated',
    means:
      'The name before the = is no managed node group that is behind the target. Those that are, are in the message.',
    state: 'Nothing was changed.',
    todo: 'Name one of the groups in the message, or leave the option out.',
  },
  NodeGroupNameUnfit: {
    title: 'EKS would not take the name of the new node group',
    means: 'Given by `--new-group` or made from the old name: letters, digits, - and _ only, at most 63.',
    state: 'Nothing was changed.',
    todo: 'Name it yourself: `--new-group <old>=<name>`.',
  },
  NodeGroupNameTaken: {
    title: 'the name of the new node group is in use',
    means:
      'Before the first change: a group of this name exists that no run has made for the same old group, or two groups would get it. Later: such a group appeared.',
    state: OLD_SERVES,
    todo: 'Delete the group if it is a leftover (`aws eks describe-nodegroup …` shows its tags), or begin a run with another name: `--new-group <old>=<name>`.',
  },
  AmiTypeGone: {
    title: 'EKS has no image of the old type for the target version',
    means:
      'The group uses Amazon Linux 2, for which EKS makes no images after 1.32. Which type comes next is for a person to choose.',
    state: 'Nothing was changed.',
    todo: 'Move the group to AL2023 or Bottlerocket first, then start again.',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/eks-ami-deprecation-faqs.html',
  },
  NodeGroupDiffers: {
    title: 'the new node group is not as this run designed it',
    means:
      'A group that this run, or one that was given up, has made is there, but differs from the request in the log. Somebody changed it, or the old group. Of a group that another run has left the sizes count too; more nodes than asked for are no difference.',
    state: OLD_SERVES,
    todo: `Where only the sizes differ, make them equal with the command in the message. Else change it back, or move its pods away and delete it: \`aws eks delete-nodegroup --cluster-name <cluster> --nodegroup-name <new>\`. ${RETRY}`,
  },
  NodeGroupFailed: {
    title: 'the new node group does not come up',
    means:
      'EKS says CREATE_FAILED or DEGRADED, or reports health issues while the group is being created. They are in the message.',
    state: OLD_SERVES,
    todo: `Mend what the issues name (capacity, subnets, the node role); if the group says CREATE_FAILED, delete it. ${RETRY}`,
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_Issue.html',
  },
  NodeGroupBusy: {
    title: 'the old node group cannot be frozen',
    means:
      'Before the first cordon the group is pinned to its live size. EKS refuses that, usually because somebody else is updating the group; updates in progress are named.',
    state: 'No node of this group is cordoned or drained yet.',
    todo: `Wait until nobody changes the group: \`aws eks list-updates --name <cluster> --nodegroup-name <group>\`. ${RETRY}`,
  },
  NodeGroupUpdateFailed: {
    title: 'freezing the old node group failed',
    means: 'The update that pins the sizes ended Failed or Cancelled; the errors of EKS are in the message.',
    state: 'No node of this group is cordoned or drained yet. Its sizes may be the old or the new ones.',
    todo: `Mend what EKS names. ${RETRY}`,
  },
  GroupNotEmpty: {
    title: 'the old node group still has pods: it is not deleted',
    means:
      'Right before the delete a fresh list of every node shows pods that must not be there. They came after the drain: an uncordoned node, a pod that names its node.',
    state: 'Nothing was deleted. All old nodes are there.',
    todo: `Find out why they came: \`kubectl get nodes\` (is one schedulable?), \`kubectl describe pod\`. Move them away: \`kubectl drain <node> --ignore-daemonsets --delete-emptydir-data\`. ${RETRY}`,
  },
  NodeGroupGone: {
    title: 'somebody else deletes a node group that the run is replacing',
    means:
      'While the new group was designed or the old one drained, EKS said that the old one is DELETING, or did not know it any more. This run deletes a group only at the very end.',
    state: 'The nodes of that group end without regard to disruption budgets. The new groups made so far are there.',
    todo: 'Look after the pods: `kubectl get pods -A -o wide`. Then `upgrade abort`, and a new run for what is left.',
  },
  NodeGroupChanged: {
    title: 'somebody else changes the node group that is being drained',
    means:
      'Before each node the group is described: it is UPDATING, or its size is not the one at which this run froze it. The latest update that EKS lists is in the message; often it is a cluster autoscaler.',
    state:
      'No further node is drained. A smaller size ends nodes of the group without regard to disruption budgets; those drained before are empty.',
    todo: `Keep the other one away: \`aws eks list-updates --name <cluster> --nodegroup-name <group>\`. ${RETRY} The group is frozen anew at its live size.`,
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateNodegroupConfig.html',
  },
  NodeGroupShrunk: {
    title: 'somebody made the new node group smaller than it was asked to be',
    means:
      'While the run waited for its nodes, the wanted size fell below the one that was requested. Pods of the old nodes would have nowhere to go.',
    state: OLD_SERVES,
    todo: `Give the group its size back with the command in the message, and keep whoever scales it away until the run has ended. ${RETRY}`,
  },
  NodeGroupNotDeleted: {
    title: 'EKS does not get on with deleting the old node group',
    means:
      'The delete was accepted, but the group says DELETE_FAILED or another state than DELETING; its health issues are in the message.',
    state: 'All pods run on new nodes; the old group was verified empty. Some of its nodes may be gone.',
    todo: `Mend the cause; a retry proves the group empty and deletes it again. ${RETRY}`,
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/delete-managed-node-group.html',
  },
  SurvivorsNotReady: {
    title: 'after the delete, remaining nodes are not Ready',
    means:
      'Two minutes after an old group is gone some of the other nodes are NotReady. With the last managed group that uses a node role EKS removes that role from aws-auth; self-managed nodes that share it lose their access.',
    state: 'The old group is gone and does not come back. Pods on the nodes named may be out of service.',
    todo: `At once: \`kubectl get nodes\`; \`kubectl get cm aws-auth -n kube-system -o yaml\`: put the missing role back. ${RETRY}`,
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/delete-managed-node-group.html',
  },
} satisfies Readonly<Record<string, Entry>>;
