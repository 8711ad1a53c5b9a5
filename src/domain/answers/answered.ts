/** What a system answered, as far as decisions read it. Every `Answer` of the ports is one. */
export type Answered<T> = { readonly kind: 'value'; readonly value: T } | Unanswered;

/** Refused (the system said no), or unknown (no answer, or one that could not be parsed: never "absent"). */
export type Unanswered =
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly code: string; readonly message: string };
