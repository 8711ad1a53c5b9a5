import type { LabelRequirement, Metadata } from './metadata.ts';

/** A PersistentVolume, as far as decisions read it: where it can be mounted. */
export interface Volume {
  readonly metadata: Metadata;
  readonly spec: {
    readonly storageClassName?: string;
    readonly accessModes?: readonly string[];
    readonly capacity?: Readonly<Record<string, string>>;
    readonly claimRef?: { readonly namespace: string; readonly name: string };
    readonly nodeAffinity?: {
      readonly required?: {
        readonly nodeSelectorTerms: readonly { readonly matchExpressions?: readonly LabelRequirement[] }[];
      };
    };
  };
  readonly status?: { readonly phase?: string };
}

/** A PersistentVolumeClaim. */
export interface Claim {
  readonly metadata: Metadata;
  readonly spec: {
    readonly volumeName?: string;
    readonly storageClassName?: string;
    readonly accessModes?: readonly string[];
    readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
  };
  readonly status?: { readonly phase?: string };
}
