/** Without the fields that are null: EKS writes null where a field does not apply, the ports leave it out. */
export function present<Shape>(fields: object): Shape {
  return Object.fromEntries(Object.entries(fields).filter(([, it]) => it !== null && it !== undefined)) as Shape;
}

/** Seconds since 1970 as RFC 3339 with milliseconds. */
export const instantOf = (seconds: unknown): string => new Date(Number(seconds) * 1000).toISOString();

export type Json = Readonly<Record<string, unknown>>;
