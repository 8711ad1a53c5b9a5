/** An object of the API as JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** What lies at a path of names, undefined when any of them is missing. */
export function at(value: unknown, path: string): unknown {
  let here = value;
  for (const name of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Json)[name];
  }
  return here;
}

/** Text at a path; `<none>`, or what is given, when there is none. */
export function text(object: unknown, path: string, missing = '<none>'): string {
  const found = at(object, path);
  return found === undefined || found === null || found === '' ? missing : String(found);
}

/** A number at a path; 0 when there is none. */
export const count = (object: unknown, path: string): number => Number(at(object, path) ?? 0);

/** A list at a path; empty when there is none. */
export const list = (object: unknown, path: string): readonly Json[] => (at(object, path) ?? []) as readonly Json[];

/** A map of strings at a path; empty when there is none. */
export const map = (object: unknown, path: string): Readonly<Record<string, string>> =>
  (at(object, path) ?? {}) as Readonly<Record<string, string>>;
