import { type Entry, RETRY } from './entry.ts';

const PARTLY = 'Pods that left before run on other nodes. The old nodes are cordoned; none is deleted.';

/** A drain that needs a person. */
export const DRAIN = {
  CordonFailed: {
    title: 'a node could not be cordoned',
    means:
      'The API server did not take the patch in six tries, or the node was opened again each time: somebody else changes it.',
    state: 'Nothing was evicted from this node.',
    todo: `Find out who changes it: \`kubectl get node <node> -o yaml --show-managed-fields\`. ${RETRY}`,
  },
  EvictionForbidden: {
    title: 'the right to evict pods is missing',
    means:
      'The API server answers 403 to an eviction. The right was there when the checks ran, or an admission plugin refuses.',
    state: PARTLY,
    todo: `Grant create on pods/eviction; then this says yes: \`kubectl auth can-i create pods --subresource=eviction -A\`. ${RETRY}`,
    source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/',
  },
  EvictionUnsupported: {
    title: 'the API server does not serve evictions',
    means:
      'Discovery shows no pods/eviction. Pods are never deleted instead: that would pass by the disruption budgets.',
    state: PARTLY,
    todo: `Look at what answers: \`kubectl get --raw /api/v1 | grep eviction\`. A proxy in between is the likely cause. ${RETRY}`,
    source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/',
  },
  PodsNotEvictable: {
    title: 'pods that nobody may evict unasked are on the node',
    means:
      'They have no controller, or their DaemonSet is gone: nobody would bring them back. Seen twice, two seconds apart; the code behind each pod says which.',
    state: `Nothing more is evicted from this node. ${PARTLY}`,
    todo: `Move or delete these pods yourself: \`kubectl delete pod <pod> -n <namespace>\`. ${RETRY}`,
    source: 'https://kubernetes.io/docs/reference/kubectl/generated/kubectl_drain/',
  },
  NoNodeForVolume: {
    title: 'a pod could not start again where its volume is',
    means:
      'Before a node is emptied, each pod with a volume that can only be used in one place (a zone, for EBS) needs a node there that takes pods. For five minutes there was none: cordoned, not Ready, or gone.',
    state: `Nothing was evicted from this node; the pod runs. ${PARTLY}`,
    todo: `Have a node there: \`kubectl uncordon <node>\`, or a larger new group. Or let go of the pod yourself: \`kubectl delete pod <pod> -n <namespace>\`. ${RETRY}`,
    source: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#node-affinity',
  },
  PodStuck: {
    title: 'an evicted pod does not go away',
    means:
      'Its grace period ended longer ago than the runbook allows (podAfterGrace), and nothing else on the node can move. Finalizers, the node or a volume hold it; the message says which. Nothing is forced.',
    state: PARTLY,
    todo: `Look: \`kubectl describe pod <pod> -n <namespace>\`; let the owner remove its finalizer, or end the instance of a dead node. ${RETRY}`,
    source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination',
  },
  BudgetClosed: {
    title: 'a disruption budget can never allow the eviction',
    means:
      'Even with every pod healthy the budget allows none (for example minAvailable 1 of 1), and nothing else on the node can move. Waiting would not help.',
    state: PARTLY,
    todo: `Raise the replicas or relax the budget: \`kubectl edit pdb <budget> -n <namespace>\`. ${RETRY}`,
    source: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  },
  SeveralBudgets: {
    title: 'more than one disruption budget covers the pod',
    means: 'The API server refuses every eviction of a pod that two budgets select, whatever they allow.',
    state: PARTLY,
    todo: `Narrow or delete all but one: \`kubectl get pdb -n <namespace>\`. ${RETRY}`,
    source: 'https://kubernetes.io/docs/concepts/workloads/pods/disruptions/',
  },
  EvictionRefused: {
    title: 'the API server refuses the eviction for a lasting reason',
    means:
      'An answer that is neither a budget, throttling, a webhook nor a hiccup, and nothing else on the node can move. Its words are in the message.',
    state: PARTLY,
    todo: `Mend what the API server names. ${RETRY}`,
    source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/',
  },
} satisfies Readonly<Record<string, Entry>>;
