import type { Entry } from './entry.ts';

const WAITS = 'The pod runs on as before.';
const LEAVING = 'The pod is on its way out; its eviction was accepted.';
const EVICTION = 'https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/';

/** Why a pod has not left its node yet. A wait by itself is no failure; what can never end parks the run. */
export const DRAIN_REASONS = {
  EVICTION_ACCEPTED: {
    title: 'the eviction is accepted',
    means: 'The watches do not show the pod terminating yet.',
    state: LEAVING,
    todo: 'Nothing.',
  },
  LATER_WAVE: {
    title: 'other pods leave first',
    means: 'Pods that others depend on, such as those of critical priority classes, leave a node last.',
    state: WAITS,
    todo: 'Nothing.',
  },
  WORKLOAD_BUSY: {
    title: 'another pod of the same workload is leaving',
    means: 'Without a disruption budget at most one pod of a workload is under way at a time.',
    state: WAITS,
    todo: 'Nothing. With a budget the drain goes as fast as the budget allows.',
  },
  REPLACEMENT_PENDING: {
    title: 'the replacement of the pod before is not ready yet',
    means:
      'The next pod of the workload leaves when the one made for the last is Ready, or after 30 s if none appears.',
    state: WAITS,
    todo: 'If it lasts: `kubectl get pods -n <namespace> -o wide` and `kubectl describe pod` show why the new one does not start.',
  },
  PDB_EXHAUSTED: {
    title: 'the disruption budget allows no eviction now',
    means: 'Too few of its pods are healthy. The eviction is sent as soon as the budget changes.',
    state: WAITS,
    todo: 'Find what keeps its pods from getting ready: `kubectl get pdb,pods -n <namespace>`.',
    source: EVICTION,
  },
  PDB_STALE: {
    title: 'the numbers of the budget lag behind',
    means: 'The budget was changed, or the API server says that the disruption controller has not looked at it yet.',
    state: WAITS,
    todo: 'Nothing, if it passes within a minute.',
  },
  PDB_SYNC_FAILED: {
    title: 'the budget cannot be computed',
    means: 'The disruption controller reports SyncFailed, so nothing is allowed; its words are in the message.',
    state: WAITS,
    todo: '`kubectl describe pdb <budget> -n <namespace>`; usually its pods belong to something that has no scale.',
    source: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  },
  PDB_CLOSED: {
    title: 'the budget can never allow an eviction',
    means: 'Even with all pods healthy. When nothing else can move, the run parks with BudgetClosed.',
    state: WAITS,
    todo: 'Raise the replicas or relax it: `kubectl edit pdb <budget> -n <namespace>`. A change is seen at once.',
    source: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  },
  PDB_MULTIPLE: {
    title: 'several budgets cover the pod',
    means:
      'The API server refuses every eviction of it. When nothing else can move, the run parks with SeveralBudgets.',
    state: WAITS,
    todo: 'Delete or narrow all but one: `kubectl get pdb -n <namespace>`.',
    source: EVICTION,
  },
  THROTTLED: {
    title: 'the API server asks for fewer requests',
    means: 'A 429 without a budget behind it. No eviction is sent until the time it names has passed.',
    state: WAITS,
    todo: 'Nothing; if it lasts, see what else floods the API server.',
  },
  API_TRANSIENT: {
    title: 'the API server did not answer, or with an error that passes',
    means: 'No answer, a 5xx, or a 404 that is not its own. It is asked again after 1 to 15 s.',
    state: WAITS,
    todo: 'Nothing; during an update of the control plane this is usual.',
  },
  WEBHOOK_DENIED: {
    title: 'an admission webhook denies the eviction',
    means: 'The webhook and its words are in the message. It is asked again every 15 s at the latest.',
    state: WAITS,
    todo: 'Ask the owner of the webhook: `kubectl get validatingwebhookconfigurations`.',
    source: 'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/',
  },
  WEBHOOK_UNAVAILABLE: {
    title: 'an admission webhook does not answer',
    means: 'The API server cannot call it; perhaps its own pods are not ready, or have just been evicted.',
    state: WAITS,
    todo: 'See the pods behind the webhook that the message names.',
    source: 'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/',
  },
  NAMESPACE_TERMINATING: {
    title: 'the namespace is being deleted',
    means: 'The API server refuses the eviction because the namespace goes away with all its pods.',
    state: 'The namespace controller removes the pod.',
    todo: 'If it lasts: `kubectl get namespace <namespace> -o yaml` shows what holds it.',
  },
  EVICTION_REFUSED: {
    title: 'the API server refuses the eviction for a lasting reason',
    means:
      'It is not asked again in this slice of work. When nothing else can move, the run parks with EvictionRefused.',
    state: WAITS,
    todo: 'Mend what its words name, then `upgrade retry`.',
    source: EVICTION,
  },
  GONE: {
    title: 'the pod is gone already',
    means: 'The API server knows it no more, or another pod has its name; the watches do not show it yet.',
    state: 'The pod is gone.',
    todo: 'Nothing.',
  },
  TERMINATING_GRACE: {
    title: 'the pod is shutting down as it should',
    means:
      'Its containers got SIGTERM and still run, or the kubelet ends them at this moment. The period is never shortened.',
    state: LEAVING,
    todo: 'Nothing.',
    source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination',
  },
  TERMINATING_FINALIZER: {
    title: 'finalizers hold the pod',
    means:
      'Its grace has ended, but the owners of its finalizers have not removed them. After podAfterGrace the run parks with PodStuck.',
    state: LEAVING,
    todo: 'See who owns them: `kubectl get pod <pod> -n <namespace> -o jsonpath={.metadata.finalizers}`.',
    source: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
  },
  TERMINATING_UNREACHABLE: {
    title: 'the node does not answer, so nobody confirms that the pod stopped',
    means: 'Its grace has ended; the node is not Ready or gone. After podAfterGrace the run parks with PodStuck.',
    state: 'Whether its containers still run is not known.',
    todo: '`kubectl describe node <node>`; bring the node back or end its instance.',
    source: 'https://kubernetes.io/docs/concepts/architecture/nodes/',
  },
  TERMINATING_LATE: {
    title: 'the kubelet has not confirmed that the pod stopped',
    means:
      'Its grace has ended; a container or a volume does not let go. After podAfterGrace the run parks with PodStuck.',
    state: LEAVING,
    todo: '`kubectl describe pod <pod> -n <namespace>`; the log of the kubelet on the node says more.',
  },
  BARE_POD: {
    title: 'the pod has no controller',
    means: 'Nobody would bring it back, so it is not evicted unasked: the run parks with PodsNotEvictable.',
    state: WAITS,
    todo: 'Move or delete it yourself: `kubectl delete pod <pod> -n <namespace>`, then `upgrade retry`.',
    source: 'https://kubernetes.io/docs/reference/kubectl/generated/kubectl_drain/',
  },
  ORPHANED_DAEMONSET_POD: {
    title: 'the DaemonSet of the pod does not exist any more',
    means: 'Nobody would bring it back, so it is not evicted unasked: the run parks with PodsNotEvictable.',
    state: WAITS,
    todo: 'Delete it yourself: `kubectl delete pod <pod> -n <namespace>`, then `upgrade retry`.',
  },
  DAEMONSET_POD: {
    title: 'the pod belongs to a DaemonSet',
    means: 'Its DaemonSet would bring it back at once. Drains of this tool leave such pods where they are.',
    state: WAITS,
    todo: 'Nothing.',
  },
  LOCAL_DATA: {
    title: 'the pod has data in an emptyDir',
    means:
      'The data goes with the pod. Drains of this tool give it up, as `kubectl drain --delete-emptydir-data` does.',
    state: null,
    todo: 'Save what must be kept before the drain.',
    source: 'https://kubernetes.io/docs/concepts/storage/volumes/#emptydir',
  },
} satisfies Readonly<Record<string, Entry>>;
