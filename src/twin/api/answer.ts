/** What goes over the wire: status, headers beyond the usual ones, and a JSON body. Exact, as the real service answers. */
export interface WireAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Set when the answer does not arrive as the service gave it. */
  readonly lost?: LostAnswer;
}

/** What happens to an answer on its way. */
export interface LostAnswer {
  /** The connection is cut; half an answer and then cut; the page of a proxy (status and body are those of the page); nothing ever. */
  readonly how: 'reset' | 'half' | 'html' | 'hang';
  /** The answer of which half arrives. */
  readonly whole?: WireAnswer;
}

/** Stands for the status of an answer that has none, because it does not arrive: no service gives it. */
export const NO_STATUS = 599;
