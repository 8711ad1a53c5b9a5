import type { Metadata } from './object.ts';

/** Who wrote an object, and in which version of its API. */
export interface Writer {
  readonly manager: string;
  readonly apiVersion: string;
}

/** Each pair of manager and version once: from the managed fields, and from the note of `kubectl apply`. */
export function writersOf(metadata: Metadata): readonly Writer[] {
  const { managedFields = [], annotations = {} } = metadata as Metadata & {
    readonly managedFields?: readonly Writer[];
  };
  const seen = new Map(managedFields.map((it) => [`${it.manager} ${it.apiVersion}`, it]));
  const fields = [...seen.values()].map(({ manager, apiVersion }) => ({ manager, apiVersion }));
  const note = annotations['kubectl.kubernetes.io/last-applied-configuration'] ?? '';
  const applied = /"apiVersion":\s*"([^"]+)"/.exec(note)?.[1];
  return applied === undefined ? fields : [...fields, { manager: 'kubectl apply', apiVersion: applied }];
}
