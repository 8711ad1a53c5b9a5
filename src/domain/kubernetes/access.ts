/** One verb on one resource of Kubernetes, as RBAC grants it and a SelfSubjectAccessReview asks for it. */
export interface Access {
  readonly verb: string;
  /** Empty: core. */
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  /** Absent: in all namespaces, or of no namespace. */
  readonly namespace?: string;
  /** The one object it is about; absent: all. */
  readonly name?: string;
}
