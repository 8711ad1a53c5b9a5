/** What goes over the wire: status, headers beyond the usual ones, and a JSON body. Exact, as the real service answers. */
export interface WireAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}
