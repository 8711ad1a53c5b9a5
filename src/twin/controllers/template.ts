import type { WorkloadObject } from '../model/object.ts';

const known = new WeakMap<object, string>();

/** A pod template as text that is the same for equal templates; the label of the hash itself is left out. */
export function canonicalTemplate(workload: WorkloadObject): string {
  const { template } = workload.spec;
  const found = known.get(template);
  if (found !== undefined) return found;
  const { 'pod-template-hash': _, ...labels } = template.metadata?.labels ?? {};
  const text = canonical({ ...template, metadata: { annotations: template.metadata?.annotations ?? {}, labels } });
  known.set(template, text);
  return text;
}

/** JSON with sorted keys, without what is undefined or null. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, it]) => it !== undefined && it !== null);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, it]) => `${JSON.stringify(key)}:${canonical(it)}`)
    .join(',')}}`;
}
