/** A kind that an API server serves in one version of its group. */
export interface ServedKind {
  /** `VolumeAttributesClass` */
  readonly kind: string;
  /** Its plural in paths: `volumeattributesclasses`. */
  readonly resource: string;
}

/** An object, and in which versions of its API it has been written. */
export interface Written {
  readonly namespace?: string;
  readonly name: string;
  readonly writers: readonly Writer[];
}

/**
 * Who wrote fields of an object, in which version: an entry of its managed fields
 * (https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management), or what `kubectl apply` noted.
 */
export interface Writer {
  readonly manager: string;
  /** `storage.k8s.io/v1beta1` */
  readonly apiVersion: string;
}
