import type { Condition, LabelRequirement, Metadata } from './metadata.ts';

/** A Pod as the API serves it, as far as decisions read it. Adapters may pass more fields; nobody may rely on them. */
export interface Pod {
  readonly metadata: Metadata;
  readonly spec: PodSpec;
  readonly status: PodStatus;
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: { readonly nodeAffinity?: NodeAffinity };
  readonly tolerations?: readonly Toleration[];
  readonly volumes?: readonly PodVolume[];
  readonly containers: readonly Container[];
  readonly terminationGracePeriodSeconds?: number;
  readonly hostNetwork?: boolean;
  readonly priorityClassName?: string;
}

/** Which nodes a pod may run on; one of the terms has to fit. */
export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: {
    readonly nodeSelectorTerms: readonly {
      readonly matchExpressions?: readonly LabelRequirement[];
      readonly matchFields?: readonly LabelRequirement[];
    }[];
  };
}

export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: 'Exists' | 'Equal';
  readonly value?: string;
  readonly effect?: string;
}

export interface PodVolume {
  readonly name: string;
  readonly emptyDir?: { readonly medium?: string };
  readonly hostPath?: { readonly path: string };
  readonly persistentVolumeClaim?: { readonly claimName: string };
}

export interface PodStatus {
  readonly phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
  readonly podIP?: string;
  readonly conditions?: readonly Condition[];
}
