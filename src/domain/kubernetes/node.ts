import type { Condition, Metadata } from './metadata.ts';

/** A Node as the API serves it, as far as decisions read it. */
export interface Node {
  readonly metadata: Metadata;
  readonly spec: {
    readonly unschedulable?: boolean;
    readonly taints?: readonly Taint[];
    readonly providerID?: string;
  };
  readonly status: {
    readonly conditions?: readonly Condition[];
    readonly nodeInfo: { readonly kubeletVersion: string };
    readonly capacity?: Readonly<Record<string, string>>;
    readonly allocatable?: Readonly<Record<string, string>>;
  };
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}
