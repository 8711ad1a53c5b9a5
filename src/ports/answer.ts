/**
 * What a system answered, in our words. An answer is a fact, never a verdict: steps and domain decide what it means.
 *
 * `unknown` stands for no answer at all and for one that could not be parsed (for example the HTML page of a proxy).
 * It never means "absent".
 */
export type Answer<T> = Value<T> | Refused | Unknown;

export interface Value<T> {
  readonly kind: 'value';
  readonly value: T;
}

export interface Refused {
  readonly kind: 'refused';
  /** HTTP status. */
  readonly status: number;
  /** AWS error code (`ResourceInUseException`) or Kubernetes reason (`TooManyRequests`); empty if the system gave none. */
  readonly code: string;
  /** The system's own words. */
  readonly message: string;
  /** Kubernetes `details.causes`; empty for AWS. */
  readonly causes: readonly { readonly reason: string; readonly message: string }[];
  readonly retryAfterSeconds?: number;
}

export interface Unknown {
  readonly kind: 'unknown';
  /** `ECONNREFUSED`, `ETIMEDOUT`, `Unparsable` … */
  readonly code: string;
  readonly message: string;
}

export const value = <T>(it: T): Value<T> => ({ kind: 'value', value: it });
