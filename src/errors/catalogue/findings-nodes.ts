import type { Entry } from './entry.ts';

const SKEW = 'https://kubernetes.io/releases/version-skew-policy/';

/** Findings about nodes, node groups, workloads and budgets. */
export const NODE_FINDINGS = {
  KUBELET_TOO_OLD: {
    title: 'a kubelet would be too far behind the new control plane',
    means: 'Block. A kubelet may be 3 minors behind from 1.25 on, 2 before; this one would be further.',
    state: null,
    todo: 'Replace the node by one at the version of the control plane first.',
    source: SKEW,
  },
  KUBELET_TOO_NEW: {
    title: 'a kubelet is newer than the control plane',
    means: 'Block. Kubernetes does not support that.',
    state: null,
    todo: 'Replace the node by one at the version of the control plane.',
    source: SKEW,
  },
  KUBELET_VERSION_UNREADABLE: {
    title: 'the version of a kubelet cannot be read',
    means: 'Risk. The node reports a text that is no version; whether it fits cannot be judged.',
    state: null,
    todo: 'Check by hand: `kubectl get node <node> -o wide`.',
  },
  KUBE_PROXY_TOO_OLD: {
    title: 'kube-proxy would be too far behind the new control plane',
    means: 'Block. Its image tag says so; the same distances hold as for kubelets.',
    state: null,
    todo: 'Update kube-proxy to the version of the control plane first: `aws eks update-addon --addon-name kube-proxy …`, or its DaemonSet.',
    source: SKEW,
  },
  KUBE_PROXY_TOO_NEW: {
    title: 'kube-proxy is newer than the control plane',
    means: 'Block. Kubernetes does not support that.',
    state: null,
    todo: 'Bring kube-proxy to the version of the control plane.',
    source: SKEW,
  },
  KUBE_PROXY_VERSION_UNREADABLE: {
    title: 'the version of kube-proxy cannot be read',
    means: 'Risk. The tag of its image is no version.',
    state: null,
    todo: 'Check by hand: `kubectl get ds kube-proxy -n kube-system -o wide`.',
  },
  NODE_OF_UNKNOWN_KIND: {
    title: 'nobody is known to manage the node',
    means: 'Block. Neither labels nor providerID tell: such a node would be left behind without anybody noticing.',
    state: null,
    todo: '`kubectl describe node <node>`; remove it if it is a leftover, or `--accept NODE_OF_UNKNOWN_KIND=<node>`.',
  },
  NODE_NOT_ROTATED: {
    title: 'the node is not replaced by this run',
    means:
      'Info. Self-managed, Karpenter, Auto Mode, Fargate or hybrid: it is counted in the version skew and otherwise left alone.',
    state: null,
    todo: 'Plan its replacement with whoever manages it.',
  },
  NODE_GROUP_UNHEALTHY: {
    title: 'a managed node group is not well',
    means: 'Block. Its status is not ACTIVE, or it has health issues; EKS refuses updates of such a group.',
    state: null,
    todo: '`aws eks describe-nodegroup --cluster-name <cluster> --nodegroup-name <group> --query nodegroup.health`',
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_Issue.html',
  },
  TOO_FEW_ADDRESSES_FOR_NODES: {
    title: 'the subnets lack free addresses for the new nodes',
    means:
      'Block. Old and new nodes exist side by side for a while; with the settings of the VPC CNI and their share of the pods the new ones do not find their addresses.',
    state: null,
    todo: 'Free addresses, lower the stock of the VPC CNI (WARM_IP_TARGET, MINIMUM_IP_TARGET on aws-node), or give the group larger subnets.',
    source: 'https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/eni-and-ip-target.md',
  },
  ADDRESSES_NOT_JUDGED: {
    title: 'it cannot be judged whether the new nodes find addresses',
    means:
      'Risk. The settings of the CNI or the limits of the instance type are not known; the reason is in the finding.',
    state: null,
    todo: 'See by hand that the addresses of the group can double for a while.',
  },
  SEVERAL_BUDGETS: {
    title: 'more than one disruption budget covers a pod',
    means: 'Block. The API server refuses every eviction of such a pod.',
    state: null,
    todo: 'Delete or narrow all but one: `kubectl get pdb -n <namespace>`.',
    source: 'https://kubernetes.io/docs/concepts/workloads/pods/disruptions/',
  },
  BUDGET_NEVER_ALLOWS: {
    title: 'a disruption budget can never allow an eviction',
    means:
      'Block. Even with every pod healthy it allows none, or the disruption controller cannot compute it. The sum is in the finding.',
    state: null,
    todo: 'Raise the replicas or relax it: `kubectl edit pdb <budget> -n <namespace>`.',
    source: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  },
  BUDGET_EXHAUSTED: {
    title: 'a disruption budget allows no eviction now',
    means: 'Risk. Pods that it counts are not healthy; the drain would wait until they are.',
    state: null,
    todo: 'Find what keeps them from getting ready: `kubectl get pods -n <namespace>`.',
  },
  POD_NOT_EVICTABLE: {
    title: 'a pod on a node that will be emptied may not be evicted',
    means:
      'Block. Nobody would bring it back: it has no controller, or its DaemonSet is gone. The drain would stop there with PodsNotEvictable, after the control plane was updated; also when the finding is accepted, as long as the pod is there.',
    state: null,
    todo: 'Move it to a node that stays, or delete it: `kubectl delete pod <pod> -n <namespace>`.',
    source: 'https://kubernetes.io/docs/tasks/administer-cluster/safely-drain-node/',
  },
  POD_BOUND_TO_OLD_NODES: {
    title: 'pods of a workload can be on the old nodes alone',
    means:
      'Block. Its node selector or required node affinity fits neither a node that stays nor one of the new groups, for example because it names the old node group or one node. Evicted, its pods would find no place.',
    state: null,
    todo: 'Change that first, to labels that the new nodes will have too, such as the own labels of the node group: `kubectl edit <kind> <name> -n <namespace>`.',
    source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
  },
  NODE_GROUP_GONE: {
    title: 'a node group that is to be replaced does not exist any more',
    means: 'Block. Before the new nodes are made somebody deleted the old group; there is nothing left to take after.',
    state: null,
    todo: '`upgrade abort`, then begin a new run for what is left.',
  },
  REPLACEMENT_NOT_READY: {
    title: 'a new node group cannot take the place of the old one',
    means:
      'Block, before the drain and before the delete. The new group is missing, not ACTIVE, has health issues, is smaller than this run asked for, or its nodes are not Ready, cordoned, at another version or without their DaemonSets. It is looked at again for two minutes before it blocks.',
    state: 'The old nodes are there. Uncordoned, they take pods again.',
    todo: 'Bring the group and its nodes back, and keep whoever changes them away (a cluster autoscaler?): `aws eks describe-nodegroup --cluster-name <cluster> --nodegroup-name <new>`, `kubectl get nodes -l eks.amazonaws.com/nodegroup=<new>`. Then `upgrade retry`.',
  },
  WORKLOAD_WORSE_THAN_BEFORE: {
    title: 'a workload is worse off than before the run',
    means:
      'Block, before the delete. It was ready before the run and is not now, or the scheduler finds no node for its pods. Two minutes are allowed for a rollout that is under way; workloads made after the new nodes block only when they find no node.',
    state: 'All old nodes are there, cordoned. Uncordoned, they take the pods back.',
    todo: 'Find out what it lacks: `kubectl describe <kind> <name> -n <namespace>`. Then `upgrade retry`.',
  },
  NODE_NOT_READY: {
    title: 'a node is not Ready before the run',
    means: 'Risk. It is remembered: the run does not blame the upgrade for it, also after the delete and at the end.',
    state: null,
    todo: 'Better mend it first: `kubectl describe node <node>`.',
  },
  ADDON_UNHEALTHY: {
    title: 'an add-on is not healthy before the run',
    means:
      'Risk. EKS says DEGRADED or that its creation, update or deletion failed; its issues are in the finding. It is remembered: at the end it is named and not counted as broken by the upgrade.',
    state: null,
    todo: 'Better mend it first: `aws eks describe-addon --cluster-name <cluster> --addon-name <add-on> --query addon.health`.',
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_AddonIssue.html',
  },
  WORKLOAD_NOT_READY: {
    title: 'a workload is not ready before the run',
    means: 'Risk. It is remembered: the run does not wait for it and does not blame the upgrade for it.',
    state: null,
    todo: 'Better mend it first: `kubectl describe <kind> <name> -n <namespace>`.',
  },
} satisfies Readonly<Record<string, Entry>>;
