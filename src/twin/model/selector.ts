import type { LabelRequirement, LabelSelector, NodeObject, NodeSelection, SelectorTerm } from './object.ts';

type Labels = Readonly<Record<string, string>>;

/** A selector without any requirement matches everything; what null means is the caller's business. */
export function matchesSelector(selector: LabelSelector, labels: Labels | undefined): boolean {
  const held = labels ?? {};
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) if (held[key] !== value) return false;
  return (selector.matchExpressions ?? []).every((it) => meetsRequirement(it, held));
}

/** One requirement on a set of labels (or fields). `NotIn` is also met by a missing key. */
export function meetsRequirement(requirement: LabelRequirement, held: Labels): boolean {
  const value = held[requirement.key];
  const values = requirement.values ?? [];
  switch (requirement.operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return Number(value) > Number(values[0]);
    case 'Lt':
      return Number(value) < Number(values[0]);
  }
}

/** Node affinity: one of the terms has to fit, and a term without requirements fits nothing. */
export const nodeFits = (selection: NodeSelection, node: NodeObject): boolean =>
  selection.nodeSelectorTerms.some((it) => termFits(it, node));

/** One term of node affinity. */
export function termFits(term: SelectorTerm, node: NodeObject): boolean {
  const expressions = term.matchExpressions ?? [];
  const fields = term.matchFields ?? [];
  if (expressions.length + fields.length === 0) return false;
  const labels = node.metadata.labels ?? {};
  return (
    expressions.every((it) => meetsRequirement(it, labels)) &&
    fields.every((it) => meetsRequirement(it, { 'metadata.name': node.metadata.name }))
  );
}
