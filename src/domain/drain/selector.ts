import type { LabelRequirement, LabelSelector } from '#domain/kubernetes/metadata';

type Labels = Readonly<Record<string, string>>;

/**
 * Whether a label selector picks an object with these labels. An empty selector picks everything, a missing one nothing
 * (https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/label-selector/).
 */
export function selects(selector: LabelSelector | null | undefined, labels: Labels | undefined): boolean {
  if (!selector) return false;
  const has = labels ?? {};
  return (
    Object.entries(selector.matchLabels ?? {}).every(([key, value]) => has[key] === value) &&
    (selector.matchExpressions ?? []).every((it) => satisfies(it, has[it.key]))
  );
}

/** An empty selector: neither labels nor expressions. */
export const isEmptySelector = (selector: LabelSelector): boolean =>
  Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;

function satisfies({ operator, values = [] }: LabelRequirement, label: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return label !== undefined && values.includes(label);
    case 'NotIn':
      return label === undefined || !values.includes(label);
    case 'Exists':
      return label !== undefined;
    case 'DoesNotExist':
      return label === undefined;
    case 'Gt':
      return Number(label) > Number(values[0]);
    case 'Lt':
      return Number(label) < Number(values[0]);
  }
}
