/** What a kubelet reads of a pod. */
export interface SeenPod {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string; readonly controller?: boolean }[];
    readonly deletionTimestamp?: string;
    readonly deletionGracePeriodSeconds?: number;
  };
  readonly spec: {
    readonly nodeName?: string;
    readonly hostNetwork?: boolean;
    readonly restartPolicy?: 'Always' | 'OnFailure' | 'Never';
    readonly initContainers?: readonly SeenContainer[] | null;
    readonly containers: readonly SeenContainer[];
    readonly readinessGates?: readonly { readonly conditionType: string }[] | null;
  };
  readonly status: {
    readonly phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
    readonly conditions?: readonly PodCondition[];
    readonly podIP?: string;
    readonly startTime?: string;
    readonly containerStatuses?: readonly ContainerStatus[];
  };
}

export interface SeenContainer {
  readonly name: string;
  readonly image?: string;
  /** `Always` on an init container makes it one that goes on beside the others. */
  readonly restartPolicy?: string;
}

export interface PodCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export interface ContainerStatus {
  readonly name: string;
  readonly state?: object;
}

/** Whether a condition of the pod is True. */
export const isTrue = (pod: SeenPod, type: string): boolean =>
  pod.status.conditions?.some((it) => it.type === type && it.status === 'True') ?? false;
