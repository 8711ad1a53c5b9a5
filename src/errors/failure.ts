/** A failure as it is stored in a record: plain JSON, no stack, no secret. */
export interface Failure {
  /** PascalCase, stable. */
  readonly code: string;
  /** What happened, to which object, in the API's own words. */
  readonly message: string;
  /** What to do next; null when there is nothing better than to look. */
  readonly hint: string | null;
  readonly cause: string | null;
}
